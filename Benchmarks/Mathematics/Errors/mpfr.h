// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// What of MPFR's interface is used, declared here because its library is on many machines (gcc needs it) and its header on
// few. A number has these members on all systems with 64-bit integers.

typedef struct {
  long precision;
  int sign;
  long exponent;
  unsigned long *limbs;
} mpfr_number;

void mpfr_init2(mpfr_number *result, long precision);
int mpfr_set_d(mpfr_number *result, double value, int rounding);
double mpfr_get_d(const mpfr_number *value, int rounding);
int mpfr_sub(mpfr_number *result, const mpfr_number *first, const mpfr_number *second, int rounding);
int mpfr_mul_2si(mpfr_number *result, const mpfr_number *value, long exponent, int rounding);

int mpfr_exp(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_log(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_log2(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_log10(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_sin(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_cos(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_tan(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_asin(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_acos(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_atan(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_sinh(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_cosh(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_tanh(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_asinh(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_acosh(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_atanh(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_cbrt(mpfr_number *result, const mpfr_number *x, int rounding);
int mpfr_atan2(mpfr_number *result, const mpfr_number *x, const mpfr_number *y, int rounding);
int mpfr_hypot(mpfr_number *result, const mpfr_number *x, const mpfr_number *y, int rounding);
int mpfr_pow(mpfr_number *result, const mpfr_number *x, const mpfr_number *y, int rounding);
