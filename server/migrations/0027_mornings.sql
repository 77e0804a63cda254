CREATE TABLE "mornings" (
	"day" date PRIMARY KEY NOT NULL,
	"proposed_at" timestamp (3) with time zone,
	"proposal" jsonb,
	"seen" text,
	"seen_until" timestamp (3) with time zone,
	"seen_by" text,
	"seen_at" timestamp (3) with time zone
);
