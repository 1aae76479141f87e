-- SQL that Prisma makes of model operations. Written by `npm run statements`.

-- POST /v1/session, a link
DELETE
  FROM "sign_in_link"
  WHERE ("sign_in_link"."user_id" = $1 AND "sign_in_link"."used_at" IS NULL);
INSERT INTO "api_key" ("kind","organization_id","user_id","prefix","hash","expires_at","created_at","created_by_key_id","signed_in_by","user_agent")
  VALUES (CAST($1::text AS "key_kind"),$2,$3,$4,$5,$6,$7,$8,CAST($9::text AS "sign_in_way"),$10)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";
INSERT INTO "sign_in_link" ("user_id","hash","is_invitation","created_at","expires_at")
  VALUES ($1,$2,$3,$4,$5)
  RETURNING "sign_in_link"."id", "sign_in_link"."user_id", "sign_in_link"."hash", "sign_in_link"."is_invitation", "sign_in_link"."created_at", "sign_in_link"."expires_at", "sign_in_link"."used_at";
SELECT "api_key"."id"
  FROM "api_key"
  LEFT JOIN "api_key" AS "j0" ON ("j0"."id") = ("api_key"."created_by_key_id")
  WHERE ("api_key"."user_id" = $1 AND "api_key"."signed_in_by" IS NOT NULL AND "api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $2) AND ("api_key"."last_used_at" > $3 OR ("api_key"."last_used_at" IS NULL AND "api_key"."created_at" > $4)) AND ("api_key"."signed_in_by" <> CAST($5::text AS "sign_in_way") OR ("j0"."revoked_at" IS NULL AND ("j0"."expires_at" IS NULL OR "j0"."expires_at" > $6) AND ("j0"."id" IS NOT NULL))))
  ORDER BY "api_key"."last_used_at"DESC NULLS LAST, "api_key"."id" DESC;
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold"
  FROM "organization"
  WHERE "organization"."id" = $1;
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE ("user"."id" = $1 AND ("user"."disabled_at" IS NULL AND "user"."kind" = CAST($2::text AS "user_kind"))) LIMIT $3;

-- OpenID, the first time
INSERT INTO "challenge_secret" ("id","secret")
  VALUES ($1,$2) ON CONFLICT DO NOTHING;
INSERT INTO "used_challenge" ("hash","expires_at")
  VALUES ($1,$2) ON CONFLICT DO NOTHING;
INSERT INTO "user_identity" ("issuer","subject","user_id","created_at","last_used_at")
  VALUES ($1,$2,$3,$4,$5)
  RETURNING "user_identity"."issuer", "user_identity"."subject", "user_identity"."user_id", "user_identity"."created_at", "user_identity"."last_used_at";
SELECT "challenge_secret"."id", "challenge_secret"."secret"
  FROM "challenge_secret"
  WHERE ("challenge_secret"."id" = $1 AND 1=1) LIMIT $2;
SELECT "user"."id", "user"."organization_id"
  FROM "user"
  WHERE ("user"."email" = $1 AND "user"."kind" = CAST($2::text AS "user_kind") AND "user"."disabled_at" IS NULL AND NOT EXISTS(SELECT "t0"."user_id"
  FROM "user_identity" AS "t0"
  WHERE (1=1 AND ("user"."id") = ("t0"."user_id") AND "t0"."user_id" IS NOT NULL))) LIMIT $3;
UPDATE "user_identity"
  SET "last_used_at" = $1
  WHERE ("user_identity"."issuer" = $2 AND "user_identity"."subject" = $3)
  RETURNING "user_identity"."issuer", "user_identity"."subject", "user_identity"."user_id";

-- addPasskey
INSERT INTO "passkey" ("user_id","credential_id","public_key","counter","transports","name","created_at")
  VALUES ($1,$2,$3,$4,$5,$6,$7) ON CONFLICT DO NOTHING
  RETURNING "passkey"."id", "passkey"."name", "passkey"."created_at", "passkey"."last_used_at";
SELECT "api_key"."id", "api_key"."signed_in_by"::text
  FROM "api_key"
  WHERE ("api_key"."id" = $1 AND 1=1) LIMIT $2;
SELECT "passkey"."id", "passkey"."credential_id", "passkey"."transports", "passkey"."user_id"
  FROM "passkey"
  WHERE "passkey"."user_id" = $1;
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE ("user"."id" = $1 AND 1=1) LIMIT $2;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "passkey"."id"
  FROM "passkey"
  WHERE "passkey"."user_id" = $1) AS "sub";

-- POST /v1/session, a passkey
UPDATE "passkey"
  SET "counter" = $1, "last_used_at" = $2
  WHERE ("passkey"."id" = $3 AND "passkey"."counter" < $4);

-- Viewer.passkeys
SELECT "passkey"."id", "passkey"."name", "passkey"."created_at", "passkey"."last_used_at"
  FROM "passkey"
  WHERE "passkey"."user_id" = $1
  ORDER BY "passkey"."id" ASC;

-- Organization.quotas
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold"
  FROM "organization"
  WHERE ("organization"."id" = $1 AND 1=1) LIMIT $2;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "api_key"."id"
  FROM "api_key"
  WHERE ("api_key"."organization_id" = $1 AND "api_key"."user_id" = $2 AND "api_key"."signed_in_by" IS NULL AND "api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $3))) AS "sub";
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "data_flag"."id"
  FROM "data_flag"
  WHERE ("data_flag"."organization_id" = $1 AND "data_flag"."status" = CAST($2::text AS "flag_status"))) AS "sub";
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "webhook"."id"
  FROM "webhook"
  WHERE "webhook"."organization_id" = $1) AS "sub";

-- renamePasskey
SELECT "passkey"."id", "passkey"."name", "passkey"."created_at", "passkey"."last_used_at"
  FROM "passkey"
  WHERE ("passkey"."id" = $1 AND "passkey"."user_id" = $2) LIMIT $3;
UPDATE "passkey"
  SET "name" = $1
  WHERE ("passkey"."id" = $2 AND 1=1)
  RETURNING "passkey"."id", "passkey"."name", "passkey"."created_at", "passkey"."last_used_at";

-- removePasskey
DELETE
  FROM "passkey"
  WHERE ("passkey"."id" = $1 AND 1=1)
  RETURNING "passkey"."id", "passkey"."user_id", "passkey"."credential_id", "passkey"."public_key", "passkey"."counter", "passkey"."transports", "passkey"."name", "passkey"."created_at", "passkey"."last_used_at";

-- Viewer.sessions
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  LEFT JOIN "api_key" AS "j0" ON ("j0"."id") = ("api_key"."created_by_key_id")
  WHERE ("api_key"."user_id" = $1 AND "api_key"."signed_in_by" IS NOT NULL AND "api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $2) AND ("api_key"."last_used_at" > $3 OR ("api_key"."last_used_at" IS NULL AND "api_key"."created_at" > $4)) AND ("api_key"."signed_in_by" <> CAST($5::text AS "sign_in_way") OR ("j0"."revoked_at" IS NULL AND ("j0"."expires_at" IS NULL OR "j0"."expires_at" > $6) AND ("j0"."id" IS NOT NULL))))
  ORDER BY "api_key"."id" DESC LIMIT $7;

-- revokeSessions
UPDATE "api_key"
  SET "revoked_at" = $1
  WHERE ("api_key"."user_id" = $2 AND "api_key"."organization_id" = $3 AND "api_key"."signed_in_by" IS NOT NULL AND "api_key"."revoked_at" IS NULL)
  RETURNING "api_key"."id";

-- Viewer.user, organization
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE ("user"."id" = $1 AND "user"."organization_id" = $2) LIMIT $3;

-- Organization.users
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE ("user"."organization_id" = $1 AND "user"."disabled_at" IS NULL AND "user"."id" > $2)
  ORDER BY "user"."id" ASC LIMIT $3;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "user"."id"
  FROM "user"
  WHERE ("user"."organization_id" = $1 AND "user"."disabled_at" IS NULL)) AS "sub";

-- Viewer.apiKeys
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE "api_key"."id" IN (...);
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE "api_key"."replaces_id" IN (...);
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."organization_id" = $1 AND "api_key"."signed_in_by" IS NULL AND "api_key"."id" < $2)
  ORDER BY "api_key"."id" DESC LIMIT $3;
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE "user"."id" IN (...);
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "api_key"."id"
  FROM "api_key"
  WHERE ("api_key"."organization_id" = $1 AND "api_key"."signed_in_by" IS NULL)) AS "sub";

-- Viewer.apiKey
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."id" = $1 AND "api_key"."organization_id" = $2 AND "api_key"."signed_in_by" IS NULL) LIMIT $3;

-- node of an ApiKey
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."id" IN (...) AND "api_key"."organization_id" = $2 AND "api_key"."signed_in_by" IS NULL);

-- node of a DataFlag
SELECT "data_flag"."id", "data_flag"."company_id", "data_flag"."organization_id", "data_flag"."user_id", "data_flag"."api_key_id", "data_flag"."description", "data_flag"."status"::text, "data_flag"."created_at", "data_flag"."resolved_at", "data_flag"."outcome"::text, "data_flag"."resolution", "data_flag"."resolved_by_id"
  FROM "data_flag"
  WHERE "data_flag"."id" IN (...);
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "user"."id"
  FROM "user"
  WHERE ("user"."id" = $1 AND "user"."is_operator" = $2 AND "user"."disabled_at" IS NULL)) AS "sub";

-- node of an Organization
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold"
  FROM "organization"
  WHERE "organization"."id" IN (...);

-- node of a User
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE ("user"."id" IN (...) AND "user"."organization_id" = $2);

-- createApiKey
INSERT INTO "api_key" ("kind","organization_id","user_id","prefix","hash","label","expires_at","created_at","created_by_id","created_by_key_id")
  VALUES (CAST($1::text AS "key_kind"),$2,$3,$4,$5,$6,$7,$8,$9,$10)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE "api_key"."id" = $1;
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE "api_key"."replaces_id" = $1;
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."id" = $1 AND ("api_key"."organization_id" = $2 AND "api_key"."signed_in_by" IS NULL)) LIMIT $3;
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE "user"."id" = $1;

-- updateApiKey
UPDATE "api_key"
  SET "label" = $1
  WHERE ("api_key"."id" = $2 AND 1=1)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";

-- updateApiKey, expiry
UPDATE "api_key"
  SET "expires_at" = $1
  WHERE ("api_key"."id" = $2 AND 1=1)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";

-- rotateApiKey
INSERT INTO "api_key" ("kind","organization_id","user_id","prefix","hash","label","expires_at","created_at","created_by_id","replaces_id","created_by_key_id","budget_key_id")
  VALUES (CAST($1::text AS "key_kind"),$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."replaces_id" = $1 AND 1=1) LIMIT $2;

-- revokeApiKey
SELECT "api_key"."id"
  FROM "api_key"
  WHERE ("api_key"."organization_id" = $1 AND "api_key"."signed_in_by" IS NULL AND "api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $2) AND 1=0)
  ORDER BY "api_key"."id" ASC;
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."organization_id" = $1 AND "api_key"."signed_in_by" IS NULL AND 1=0)
  ORDER BY "api_key"."id" ASC;
UPDATE "api_key"
  SET "revoked_at" = $1
  WHERE ("api_key"."created_by_key_id" IN (...) AND "api_key"."signed_in_by" = CAST($3::text AS "sign_in_way") AND "api_key"."revoked_at" IS NULL)
  RETURNING "api_key"."id";
UPDATE "api_key"
  SET "revoked_at" = $1
  WHERE ("api_key"."id" IN (...) AND "api_key"."revoked_at" IS NULL);

-- updateUser
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."created_by_id" = $1 AND "api_key"."user_id" IS NULL AND "api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $2))
  ORDER BY "api_key"."id" ASC;
UPDATE "user"
  SET "name" = $1
  WHERE ("user"."id" = $2 AND 1=1)
  RETURNING "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at";
UPDATE "user"
  SET "role" = CAST($1::text AS "user_role")
  WHERE ("user"."id" = $2 AND 1=1)
  RETURNING "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at";

-- updateUser, to disable
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "user"."id"
  FROM "user"
  WHERE ("user"."organization_id" = $1 AND "user"."role" = CAST($2::text AS "user_role") AND "user"."disabled_at" IS NULL AND "user"."id" <> $3)) AS "sub";
UPDATE "user"
  SET "disabled_at" = $1
  WHERE ("user"."id" = $2 AND "user"."disabled_at" IS NULL);

-- updateUser, to enable
UPDATE "user"
  SET "disabled_at" = $1
  WHERE ("user"."id" = $2 AND "user"."disabled_at" IS NOT NULL);

-- updateOrganization
UPDATE "organization"
  SET "credits_low_threshold" = $1
  WHERE ("organization"."id" = $2 AND 1=1)
  RETURNING "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold";

-- createWebhook
INSERT INTO "webhook" ("organization_id","user_id","url","label","format","types","list_ids","secret","created_at","epoch","position","attempts","next_attempt_at")
  VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)
  RETURNING "webhook"."id";
SELECT "event_feed"."id", "event_feed"."epoch"
  FROM "event_feed"
  WHERE ("event_feed"."id" = $1 AND 1=1) LIMIT $2;
SELECT "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until"
  FROM "webhook"
  WHERE "webhook"."id" = $1 LIMIT $2;

-- Viewer.webhooks
SELECT "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until"
  FROM "webhook"
  WHERE "webhook"."organization_id" = $1
  ORDER BY "webhook"."id" ASC;

-- Viewer.webhook
SELECT "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until"
  FROM "webhook"
  WHERE ("webhook"."id" = $1 AND "webhook"."organization_id" = $2) LIMIT $3;
SELECT "webhook_delivery"."id", "webhook_delivery"."webhook_id", "webhook_delivery"."event_id", "webhook_delivery"."type", "webhook_delivery"."at", "webhook_delivery"."attempt", "webhook_delivery"."outcome", "webhook_delivery"."status", "webhook_delivery"."reason", "webhook_delivery"."duration_ms"
  FROM "webhook_delivery"
  WHERE ("webhook_delivery"."webhook_id" = $1 AND "webhook_delivery"."id" < $2)
  ORDER BY "webhook_delivery"."id" DESC LIMIT $3;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "webhook_delivery"."id"
  FROM "webhook_delivery"
  WHERE "webhook_delivery"."webhook_id" = $1) AS "sub";

-- updateWebhook
SELECT "event_feed"."id", "event_feed"."epoch", "event_feed"."position", "event_feed"."deleted_through"
  FROM "event_feed"
  WHERE ("event_feed"."id" = $1 AND 1=1) LIMIT $2;
UPDATE "webhook"
  SET "disabled_at" = $1, "disabled_reason" = $2, "epoch" = $3, "attempts" = $4, "failing_since" = $5, "next_attempt_at" = $6
  WHERE ("webhook"."id" = $7 AND 1=1)
  RETURNING "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until";

-- skipWebhookEvent
UPDATE "webhook"
  SET "position" = $1, "attempts" = $2, "failing_since" = $3, "pending_position" = $4, "pending_event_id" = $5, "next_attempt_at" = $6
  WHERE ("webhook"."id" = $7 AND 1=1)
  RETURNING "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until";

-- rotateWebhookSecret
UPDATE "webhook"
  SET "secret" = $1, "previous_secret" = $2, "previous_secret_until" = $3
  WHERE ("webhook"."id" = $4 AND 1=1)
  RETURNING "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until";

-- deleteWebhook
DELETE
  FROM "webhook"
  WHERE ("webhook"."id" = $1 AND 1=1)
  RETURNING "webhook"."id", "webhook"."organization_id", "webhook"."user_id", "webhook"."url", "webhook"."label", "webhook"."format", "webhook"."types", "webhook"."list_ids", "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until", "webhook"."created_at", "webhook"."disabled_at", "webhook"."disabled_reason", "webhook"."epoch", "webhook"."position", "webhook"."pending_position", "webhook"."pending_event_id", "webhook"."attempts", "webhook"."failing_since", "webhook"."next_attempt_at", "webhook"."lease", "webhook"."leased_until";

-- createServiceAccount
INSERT INTO "user" ("organization_id","email","name","role","kind","is_operator","created_at")
  VALUES ($1,$2,$3,CAST($4::text AS "user_role"),CAST($5::text AS "user_kind"),$6,$7)
  RETURNING "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at";

-- inviteUser
INSERT INTO "user" ("organization_id","email","name","role","kind","is_operator","created_at")
  VALUES ($1,$2,$3,CAST($4::text AS "user_role"),CAST($5::text AS "user_kind"),$6,$7) ON CONFLICT DO NOTHING
  RETURNING "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at";
SELECT "user"."id"
  FROM "user"
  WHERE ("user"."email" = $1 AND 1=1) LIMIT $2;

-- flagCompany
INSERT INTO "data_flag" ("company_id","organization_id","user_id","api_key_id","description","status","created_at")
  VALUES ($1,$2,$3,$4,$5,CAST($6::text AS "flag_status"),$7)
  RETURNING "data_flag"."id", "data_flag"."company_id", "data_flag"."organization_id", "data_flag"."user_id", "data_flag"."api_key_id", "data_flag"."description", "data_flag"."status"::text, "data_flag"."created_at", "data_flag"."resolved_at", "data_flag"."outcome"::text, "data_flag"."resolution", "data_flag"."resolved_by_id";

-- Viewer.flags
SELECT "data_flag"."id", "data_flag"."company_id", "data_flag"."organization_id", "data_flag"."user_id", "data_flag"."api_key_id", "data_flag"."description", "data_flag"."status"::text, "data_flag"."created_at", "data_flag"."resolved_at", "data_flag"."outcome"::text, "data_flag"."resolution", "data_flag"."resolved_by_id"
  FROM "data_flag"
  WHERE ("data_flag"."organization_id" = $1 AND "data_flag"."id" < $2)
  ORDER BY "data_flag"."id" DESC LIMIT $3;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "data_flag"."id"
  FROM "data_flag"
  WHERE "data_flag"."organization_id" = $1) AS "sub";

-- Installation.flags
SELECT "company"."id", "company"."name", "company"."primary_domain"
  FROM "company"
  WHERE "company"."id" IN (...);
SELECT "data_flag"."id", "data_flag"."company_id", "data_flag"."organization_id", "data_flag"."user_id", "data_flag"."api_key_id", "data_flag"."description", "data_flag"."status"::text, "data_flag"."created_at", "data_flag"."resolved_at", "data_flag"."outcome"::text, "data_flag"."resolution", "data_flag"."resolved_by_id"
  FROM "data_flag"
  WHERE "data_flag"."id" > $1
  ORDER BY "data_flag"."id" ASC LIMIT $2;
SELECT "organization"."id", "organization"."name"
  FROM "organization"
  WHERE "organization"."id" IN (...);
SELECT "retired_company"."id", "retired_company"."name", "retired_company"."primary_domain", "retired_company"."retired_at"
  FROM "retired_company"
  WHERE "retired_company"."id" IN (...);
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "data_flag"."id"
  FROM "data_flag"
  WHERE 1=1) AS "sub";

-- Installation.organizations
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold", COALESCE("aggr_selection_0_User"."_aggr_count_users", 0) AS "_aggr_count_users", COALESCE("aggr_selection_1_List"."_aggr_count_lists", 0) AS "_aggr_count_lists", COALESCE("aggr_selection_2_ApiKey"."_aggr_count_apiKeys", 0) AS "_aggr_count_apiKeys"
  FROM "organization"
  LEFT JOIN (SELECT "user"."organization_id", COUNT(*) AS "_aggr_count_users"
  FROM "user"
  WHERE 1=1 GROUP BY "user"."organization_id") AS "aggr_selection_0_User" ON ("organization"."id" = "aggr_selection_0_User"."organization_id")
  LEFT JOIN (SELECT "list"."organization_id", COUNT(*) AS "_aggr_count_lists"
  FROM "list"
  WHERE 1=1 GROUP BY "list"."organization_id") AS "aggr_selection_1_List" ON ("organization"."id" = "aggr_selection_1_List"."organization_id")
  LEFT JOIN (SELECT "api_key"."organization_id", COUNT(*) AS "_aggr_count_apiKeys"
  FROM "api_key"
  LEFT JOIN "user" AS "j0" ON ("j0"."id") = ("api_key"."user_id")
  WHERE ("api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $1) AND "api_key"."held_at" IS NULL AND ("api_key"."user_id" IS NULL OR ("j0"."disabled_at" IS NULL AND ("j0"."id" IS NOT NULL))) AND "api_key"."signed_in_by" IS NULL) GROUP BY "api_key"."organization_id") AS "aggr_selection_2_ApiKey" ON ("organization"."id" = "aggr_selection_2_ApiKey"."organization_id")
  WHERE "organization"."id" > $2
  ORDER BY "organization"."id" ASC LIMIT $3;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "organization"."id"
  FROM "organization"
  WHERE 1=1) AS "sub";

-- node of an InstalledOrganization
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold", COALESCE("aggr_selection_0_User"."_aggr_count_users", 0) AS "_aggr_count_users", COALESCE("aggr_selection_1_List"."_aggr_count_lists", 0) AS "_aggr_count_lists", COALESCE("aggr_selection_2_ApiKey"."_aggr_count_apiKeys", 0) AS "_aggr_count_apiKeys"
  FROM "organization"
  LEFT JOIN (SELECT "user"."organization_id", COUNT(*) AS "_aggr_count_users"
  FROM "user"
  WHERE 1=1 GROUP BY "user"."organization_id") AS "aggr_selection_0_User" ON ("organization"."id" = "aggr_selection_0_User"."organization_id")
  LEFT JOIN (SELECT "list"."organization_id", COUNT(*) AS "_aggr_count_lists"
  FROM "list"
  WHERE 1=1 GROUP BY "list"."organization_id") AS "aggr_selection_1_List" ON ("organization"."id" = "aggr_selection_1_List"."organization_id")
  LEFT JOIN (SELECT "api_key"."organization_id", COUNT(*) AS "_aggr_count_apiKeys"
  FROM "api_key"
  LEFT JOIN "user" AS "j0" ON ("j0"."id") = ("api_key"."user_id")
  WHERE ("api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $1) AND "api_key"."held_at" IS NULL AND ("api_key"."user_id" IS NULL OR ("j0"."disabled_at" IS NULL AND ("j0"."id" IS NOT NULL))) AND "api_key"."signed_in_by" IS NULL) GROUP BY "api_key"."organization_id") AS "aggr_selection_2_ApiKey" ON ("organization"."id" = "aggr_selection_2_ApiKey"."organization_id")
  WHERE "organization"."id" IN (...);

-- resolveFlag
SELECT "data_flag"."id", "data_flag"."company_id", "data_flag"."organization_id", "data_flag"."user_id", "data_flag"."api_key_id", "data_flag"."description", "data_flag"."status"::text, "data_flag"."created_at", "data_flag"."resolved_at", "data_flag"."outcome"::text, "data_flag"."resolution", "data_flag"."resolved_by_id"
  FROM "data_flag"
  WHERE ("data_flag"."id" = $1 AND 1=1) LIMIT $2;
UPDATE "data_flag"
  SET "status" = CAST($1::text AS "flag_status"), "resolved_at" = $2, "outcome" = CAST($3::text AS "flag_resolution"), "resolution" = $4, "resolved_by_id" = $5
  WHERE ("data_flag"."id" = $6 AND "data_flag"."status" = CAST($7::text AS "flag_status"));

-- grantCredits
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold", COALESCE("aggr_selection_0_User"."_aggr_count_users", 0) AS "_aggr_count_users", COALESCE("aggr_selection_1_List"."_aggr_count_lists", 0) AS "_aggr_count_lists", COALESCE("aggr_selection_2_ApiKey"."_aggr_count_apiKeys", 0) AS "_aggr_count_apiKeys"
  FROM "organization"
  LEFT JOIN (SELECT "user"."organization_id", COUNT(*) AS "_aggr_count_users"
  FROM "user"
  WHERE 1=1 GROUP BY "user"."organization_id") AS "aggr_selection_0_User" ON ("organization"."id" = "aggr_selection_0_User"."organization_id")
  LEFT JOIN (SELECT "list"."organization_id", COUNT(*) AS "_aggr_count_lists"
  FROM "list"
  WHERE 1=1 GROUP BY "list"."organization_id") AS "aggr_selection_1_List" ON ("organization"."id" = "aggr_selection_1_List"."organization_id")
  LEFT JOIN (SELECT "api_key"."organization_id", COUNT(*) AS "_aggr_count_apiKeys"
  FROM "api_key"
  LEFT JOIN "user" AS "j0" ON ("j0"."id") = ("api_key"."user_id")
  WHERE ("api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $1) AND "api_key"."held_at" IS NULL AND ("api_key"."user_id" IS NULL OR ("j0"."disabled_at" IS NULL AND ("j0"."id" IS NOT NULL))) AND "api_key"."signed_in_by" IS NULL) GROUP BY "api_key"."organization_id") AS "aggr_selection_2_ApiKey" ON ("organization"."id" = "aggr_selection_2_ApiKey"."organization_id")
  WHERE ("organization"."id" = $2 AND 1=1) LIMIT $3;

-- createField
INSERT INTO "own_field" ("scope_id","key","label","type","multiple","columns","position","declared_at","values_version","created_at")
  VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)
  RETURNING "own_field"."id", "own_field"."scope_id", "own_field"."key", "own_field"."label", "own_field"."type", "own_field"."multiple", "own_field"."unit", "own_field"."description", "own_field"."columns", "own_field"."number_format", "own_field"."position", "own_field"."declared_at", "own_field"."values_version", "own_field"."created_at";
SELECT "own_field"."id", "own_field"."scope_id", "own_field"."key", "own_field"."label", "own_field"."type", "own_field"."multiple", "own_field"."unit", "own_field"."description", "own_field"."columns", "own_field"."number_format", "own_field"."position", "own_field"."declared_at", "own_field"."values_version", "own_field"."created_at"
  FROM "own_field"
  WHERE (("own_field"."scope_id" = $1 AND "own_field"."key" = $2) AND 1=1) LIMIT $3;
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "own_field"."id"
  FROM "own_field"
  WHERE "own_field"."scope_id" = $1) AS "sub";
SELECT MAX("position") AS "_max$position"
  FROM (SELECT "own_field"."position"
  FROM "own_field"
  WHERE "own_field"."scope_id" = $1) AS "sub";

-- updateField
SELECT "own_field"."id"
  FROM "own_field"
  WHERE "own_field"."scope_id" = $1
  ORDER BY "own_field"."position" ASC, "own_field"."id" ASC;
UPDATE "own_field"
  SET "label" = $1
  WHERE (("own_field"."scope_id" = $2 AND "own_field"."key" = $3) AND 1=1)
  RETURNING "own_field"."id", "own_field"."scope_id", "own_field"."key", "own_field"."label", "own_field"."type", "own_field"."multiple", "own_field"."unit", "own_field"."description", "own_field"."columns", "own_field"."number_format", "own_field"."position", "own_field"."declared_at", "own_field"."values_version", "own_field"."created_at";

-- deleteField
DELETE
  FROM "own_field"
  WHERE ("own_field"."scope_id" = $1 AND "own_field"."id" = $2);

-- List.addedDomains
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "list_domain"."list_id", "list_domain"."domain"
  FROM "list_domain"
  WHERE ("list_domain"."list_id" = $1 AND "list_domain"."kind" = CAST($2::text AS "list_domain_kind"))) AS "sub";

-- List.auditLog
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "list_event"."id"
  FROM "list_event"
  WHERE "list_event"."list_id" = $1) AS "sub";

-- List.permissions
SELECT COUNT(*) AS "_count$_all"
  FROM (SELECT "list_permission"."id"
  FROM "list_permission"
  WHERE "list_permission"."list_id" = $1) AS "sub";

-- listChanged
SELECT "list_event"."id"
  FROM "list_event"
  WHERE "list_event"."list_id" = $1
  ORDER BY "list_event"."id" DESC LIMIT $2;

-- org create
INSERT INTO "organization" ("name","credit_balance","created_at")
  VALUES ($1,$2,$3)
  RETURNING "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold";
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold"
  FROM "organization"
  WHERE ("organization"."name" = $1 AND 1=1) LIMIT $2;

-- org list
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold", COALESCE("aggr_selection_0_User"."_aggr_count_users", 0) AS "_aggr_count_users", COALESCE("aggr_selection_1_List"."_aggr_count_lists", 0) AS "_aggr_count_lists", COALESCE("aggr_selection_2_ApiKey"."_aggr_count_apiKeys", 0) AS "_aggr_count_apiKeys"
  FROM "organization"
  LEFT JOIN (SELECT "user"."organization_id", COUNT(*) AS "_aggr_count_users"
  FROM "user"
  WHERE 1=1 GROUP BY "user"."organization_id") AS "aggr_selection_0_User" ON ("organization"."id" = "aggr_selection_0_User"."organization_id")
  LEFT JOIN (SELECT "list"."organization_id", COUNT(*) AS "_aggr_count_lists"
  FROM "list"
  WHERE 1=1 GROUP BY "list"."organization_id") AS "aggr_selection_1_List" ON ("organization"."id" = "aggr_selection_1_List"."organization_id")
  LEFT JOIN (SELECT "api_key"."organization_id", COUNT(*) AS "_aggr_count_apiKeys"
  FROM "api_key"
  LEFT JOIN "user" AS "j0" ON ("j0"."id") = ("api_key"."user_id")
  WHERE ("api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $1) AND "api_key"."held_at" IS NULL AND ("api_key"."user_id" IS NULL OR ("j0"."disabled_at" IS NULL AND ("j0"."id" IS NOT NULL))) AND "api_key"."signed_in_by" IS NULL) GROUP BY "api_key"."organization_id") AS "aggr_selection_2_ApiKey" ON ("organization"."id" = "aggr_selection_2_ApiKey"."organization_id")
  WHERE 1=1
  ORDER BY "organization"."name" ASC;

-- user create
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE ("user"."email" = $1 AND 1=1) LIMIT $2;

-- user list
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at", COALESCE("aggr_selection_0_ApiKey"."_aggr_count_apiKeys", 0) AS "_aggr_count_apiKeys"
  FROM "user"
  LEFT JOIN (SELECT "api_key"."user_id", COUNT(*) AS "_aggr_count_apiKeys"
  FROM "api_key"
  WHERE ("api_key"."signed_in_by" IS NULL AND "api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $1)) GROUP BY "api_key"."user_id") AS "aggr_selection_0_ApiKey" ON ("user"."id" = "aggr_selection_0_ApiKey"."user_id")
  WHERE "user"."organization_id" = $2
  ORDER BY "user"."email" ASC;

-- key create
INSERT INTO "api_key" ("kind","organization_id","user_id","prefix","hash","label","expires_at","created_at")
  VALUES (CAST($1::text AS "key_kind"),$2,$3,$4,$5,$6,$7,$8)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";

-- key list
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE "api_key"."signed_in_by" IS NULL
  ORDER BY "api_key"."id" ASC;

-- key list --org
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."organization_id" = $1 AND "api_key"."user_id" IS NULL AND "api_key"."signed_in_by" IS NULL)
  ORDER BY "api_key"."id" ASC;
SELECT "organization"."id", "organization"."name", "organization"."credit_balance", "organization"."created_at", "organization"."credits_low_threshold"
  FROM "organization"
  WHERE "organization"."id" IN (NULL);
SELECT "user"."id", "user"."organization_id", "user"."email", "user"."name", "user"."role"::text, "user"."kind"::text, "user"."is_operator", "user"."created_at", "user"."disabled_at"
  FROM "user"
  WHERE "user"."id" IN (NULL);

-- key list --user
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."user_id" = $1 AND "api_key"."signed_in_by" IS NULL)
  ORDER BY "api_key"."id" ASC;

-- key rotate
INSERT INTO "api_key" ("kind","organization_id","user_id","prefix","hash","label","expires_at","created_at","replaces_id","budget_key_id")
  VALUES (CAST($1::text AS "key_kind"),$2,$3,$4,$5,$6,$7,$8,$9,$10)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."id" = $1 AND "api_key"."signed_in_by" IS NULL) LIMIT $2;

-- key limit
SELECT "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id"
  FROM "api_key"
  WHERE ("api_key"."id" = $1 AND 1=1) LIMIT $2;
UPDATE "api_key"
  SET "monthly_credit_limit" = $1
  WHERE ("api_key"."id" = $2 AND 1=1)
  RETURNING "api_key"."id", "api_key"."kind"::text, "api_key"."organization_id", "api_key"."user_id", "api_key"."prefix", "api_key"."hash", "api_key"."label", "api_key"."expires_at", "api_key"."revoked_at", "api_key"."last_used_at", "api_key"."created_at", "api_key"."created_by_id", "api_key"."replaces_id", "api_key"."created_by_key_id", "api_key"."signed_in_by"::text, "api_key"."user_agent", "api_key"."held_at", "api_key"."held_reason", "api_key"."monthly_credit_limit", "api_key"."budget_key_id";

-- key revoke
SELECT "api_key"."id"
  FROM "api_key"
  WHERE ("api_key"."revoked_at" IS NULL AND ("api_key"."expires_at" IS NULL OR "api_key"."expires_at" > $1) AND "api_key"."id" IN (...))
  ORDER BY "api_key"."id" ASC;

-- credits show
SELECT "credit_entry"."id", "credit_entry"."organization_id", "credit_entry"."kind"::text, "credit_entry"."amount", "credit_entry"."balance_after", "credit_entry"."company_ids", "credit_entry"."api_key_id", "credit_entry"."request_id", "credit_entry"."job_id", "credit_entry"."via", "credit_entry"."note", "credit_entry"."created_at"
  FROM "credit_entry"
  WHERE "credit_entry"."organization_id" = $1
  ORDER BY "credit_entry"."id" DESC LIMIT $2;

-- flags list
SELECT "data_flag"."id", "data_flag"."company_id", "data_flag"."organization_id", "data_flag"."user_id", "data_flag"."api_key_id", "data_flag"."description", "data_flag"."status"::text, "data_flag"."created_at", "data_flag"."resolved_at", "data_flag"."outcome"::text, "data_flag"."resolution", "data_flag"."resolved_by_id"
  FROM "data_flag"
  WHERE "data_flag"."status" = CAST($1::text AS "flag_status")
  ORDER BY "data_flag"."id" ASC LIMIT $2;

-- user operator
UPDATE "user"
  SET "is_operator" = $1
  WHERE ("user"."id" = $2 AND "user"."is_operator" = $3);

-- audit
SELECT "admin_event"."id", "admin_event"."at", "admin_event"."action", "admin_event"."organization_id", "admin_event"."actor_id", "admin_event"."key_id", "admin_event"."request_id", "admin_event"."operator", "admin_event"."details"
  FROM "admin_event"
  WHERE "admin_event"."organization_id" = $1
  ORDER BY "admin_event"."id" DESC LIMIT $2;
SELECT "user"."id", "user"."email"
  FROM "user"
  WHERE 1=0;
