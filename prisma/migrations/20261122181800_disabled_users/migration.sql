-- Operators disable users: the personal keys of a disabled user are refused until the user is enabled again.

ALTER TABLE "user" ADD COLUMN disabled_at timestamptz(3);
