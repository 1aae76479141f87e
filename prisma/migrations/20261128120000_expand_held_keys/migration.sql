-- Keys that a restore or a recovery of the database holds until an operator confirms them. A restore of an older backup adds
-- the columns before it commits, so they may be there.
ALTER TABLE "api_key" ADD COLUMN IF NOT EXISTS "held_at" TIMESTAMPTZ(3);
ALTER TABLE "api_key" ADD COLUMN IF NOT EXISTS "held_reason" TEXT;
