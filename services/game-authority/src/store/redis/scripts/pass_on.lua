#!lua
-- Tells the other replicas what a player has answered. KEYS: any of the partition. ARGV: the channel, the message.
return redis.call('SPUBLISH', ARGV[1], ARGV[2])
