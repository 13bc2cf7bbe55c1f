# An invoice: each line goes through functions, which are kept once.
rate = 20%
discount = 5%
limit = 100
# What a line costs: large quantities are cheaper.
reduced(amount) = if(amount >= limit, amount * (1 - discount), amount)
line(price, quantity) = reduced(price * quantity)
vat(x) = x * rate
gross(x) = x + vat(x)

paper = line(4.5, 30)
ink = line(18, 2)
post = line(7.9, 1)
sub = paper + ink + post
tax = vat(sub)
total = gross(sub)
