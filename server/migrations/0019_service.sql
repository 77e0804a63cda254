CREATE TABLE "mower_keys" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_plans" (
	"vehicle_id" uuid PRIMARY KEY NOT NULL,
	"every_engine_hours" integer,
	"every_blade_hours" integer,
	"every_days" integer,
	"started_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" text NOT NULL,
	"by" text NOT NULL,
	"driving_s" double precision,
	"blade_s" double precision
);
--> statement-breakpoint
ALTER TABLE "mower_keys" ADD CONSTRAINT "mower_keys_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_records_vehicle" ON "service_records" USING btree ("vehicle_id","at");