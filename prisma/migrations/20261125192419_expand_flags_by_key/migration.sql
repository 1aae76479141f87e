-- CreateIndex
CREATE INDEX "data_flag_api_key_id_idx" ON "data_flag"("api_key_id");
