-- Lets wrk send so many requests at once as the argument says, before it waits for answers.
function init(arguments)
  local requests = {}
  for i = 1, tonumber(arguments[1]) do
    requests[i] = wrk.format()
  end
  all = table.concat(requests)
end

function request()
  return all
end
