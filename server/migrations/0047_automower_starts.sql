CREATE TABLE "automower_starts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"machine_id" text NOT NULL,
	"area_id" text NOT NULL,
	"weekdays" text[] NOT NULL,
	"at" text NOT NULL,
	"minutes" integer NOT NULL,
	"released_until" text,
	"released_by" text,
	"released_at" timestamp (3) with time zone,
	"done_day" text,
	"last" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
