CREATE TABLE "raster_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"attribution" text NOT NULL,
	"taken_on" date,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"state" text NOT NULL,
	"fault" jsonb,
	"raster_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rasters" ADD COLUMN "taken_on" date;--> statement-breakpoint
ALTER TABLE "rasters" ADD COLUMN "bounds" jsonb;--> statement-breakpoint
ALTER TABLE "rasters" ADD COLUMN "metres_per_pixel" double precision;--> statement-breakpoint
ALTER TABLE "rasters" ADD COLUMN "accuracy_m" double precision;--> statement-breakpoint
ALTER TABLE "rasters" ADD COLUMN "has_reliefs" boolean DEFAULT false NOT NULL;