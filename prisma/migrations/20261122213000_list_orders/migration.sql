-- CreateIndex
CREATE INDEX "list_organization_id_created_at_idx" ON "list"("organization_id", "created_at");

-- An index of an expression, which the schema language cannot state: lists by name.
CREATE INDEX "list_organization_id_lower_name_idx" ON "list"("organization_id", lower("name") COLLATE "C", "id");
