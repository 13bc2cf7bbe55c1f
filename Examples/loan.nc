# What a loan costs: a function of several results, which come under one name.
amount = 200_000
rate = 4%
monthly(amount, rate, years) = amount * (rate / 12) / (1 - (1 + rate / 12)^(-12 * years))
paid(amount, rate, years) = monthly(amount, rate, years) * 12 * years
loan(x, r, years) = (monthly: monthly(x, r, years), paid: paid(x, r, years), interest: paid(x, r, years) - x)

long = loan(amount, rate, 25)
short = loan(amount, rate, 15)
more = short.monthly - long.monthly
saved = long.interest - short.interest
