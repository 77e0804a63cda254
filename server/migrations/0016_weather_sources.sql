CREATE TABLE "weather_hours" (
	"at" timestamp (3) with time zone NOT NULL,
	"is_observed" boolean NOT NULL,
	"source" text NOT NULL,
	"temperature_c" double precision,
	"dew_point_c" double precision,
	"rain_mm" double precision,
	"wind_mps" double precision,
	"et0_mm" double precision,
	"soil_temperature_c" double precision,
	"samples" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "weather_hours_at_is_observed_pk" PRIMARY KEY("at","is_observed")
);
--> statement-breakpoint
CREATE TABLE "weather_sources" (
	"role" text PRIMARY KEY NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"detail" text DEFAULT '' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"reading" jsonb,
	"counters" jsonb,
	"last_modified" text
);
--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "provider" text DEFAULT 'json' NOT NULL;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "station" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "station_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "station_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "station_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "sealed_station_secret" text;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "push_key_hash" text;--> statement-breakpoint
ALTER TABLE "weather" ADD COLUMN "figures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
INSERT INTO "weather_sources" ("role", "tried_at") VALUES ('forecast', (SELECT "tried_at" FROM "weather")), ('station', NULL);--> statement-breakpoint
ALTER TABLE "weather" DROP COLUMN "tried_at";--> statement-breakpoint
ALTER TABLE "weather" DROP COLUMN "problem";--> statement-breakpoint
ALTER TABLE "weather" DROP COLUMN "detail";