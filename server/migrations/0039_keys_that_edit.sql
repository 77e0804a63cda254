ALTER TABLE "access_keys" ADD COLUMN "may_edit" boolean DEFAULT false NOT NULL;
