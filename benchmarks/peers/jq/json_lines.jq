# Orders in lines of JSON, as CSV. Lines that are no orders are told on standard error.
def field: if type == "string" and (contains(",") or contains("\"")) then [.] | @csv else tostring end;
"id,user,item,price,count",
(inputs | try (fromjson | [.id, .user, .item, .price, .count] | map(field) | join(",")) catch (stderr | empty))
