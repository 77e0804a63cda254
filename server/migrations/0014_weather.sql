CREATE TABLE "rain_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"rain_mm_per_h" double precision NOT NULL,
	"from" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"state" text NOT NULL,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	"is_current" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weather" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"address" text NOT NULL,
	"sealed_token" text,
	"every_min" integer NOT NULL,
	"wet_from_mm_per_h" double precision NOT NULL,
	"ahead_h" integer NOT NULL,
	"drying_h" integer NOT NULL,
	"catch_up_days" integer NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"problem" text,
	"detail" text DEFAULT '' NOT NULL,
	"report" jsonb,
	"wet_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "rain_proposals_current" ON "rain_proposals" USING btree ("is_current") WHERE is_current;