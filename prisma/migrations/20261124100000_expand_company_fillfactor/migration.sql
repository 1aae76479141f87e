-- Leaves half of each page free for later updates of counts, which then stay in their page and change no index. Only the
-- owner of a table may set it, so imports can run as a user with rights on the rows alone.
ALTER TABLE company SET (fillfactor = 50);
