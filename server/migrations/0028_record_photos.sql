CREATE TABLE "record_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"record_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" "bytea" NOT NULL,
	"hash" text NOT NULL,
	"thumbnail_type" text,
	"thumbnail" "bytea",
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "record_photos" ADD CONSTRAINT "record_photos_record_id_zone_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."zone_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_photos_record" ON "record_photos" USING btree ("record_id","added_at");