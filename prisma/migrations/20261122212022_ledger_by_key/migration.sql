-- CreateIndex
CREATE INDEX "credit_entry_api_key_id_id_idx" ON "credit_entry"("api_key_id", "id");
