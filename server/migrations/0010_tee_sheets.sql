CREATE TABLE "tee_sheets" (
	"day" text PRIMARY KEY NOT NULL,
	"tee_times" jsonb NOT NULL,
	"source" text NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
