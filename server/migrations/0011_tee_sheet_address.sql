CREATE TABLE "tee_sheet_address" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_address" text NOT NULL,
	"host" text NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"failures" integer NOT NULL,
	"last" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
