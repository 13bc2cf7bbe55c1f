# A bill: change the price and see what hangs on it.
price = 20
qty = 3
sub = price * qty
rate = 20%
tax = sub * rate
total = sub + tax
each = total / qty
