-- What a job of the kind `export` was asked for, and what it has paid for.
ALTER TABLE job ADD COLUMN export jsonb;
