--- love.image: all of it is in C.

return function() end
