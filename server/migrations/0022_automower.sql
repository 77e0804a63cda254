CREATE TABLE "automower" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"application_key" text NOT NULL,
	"sealed_secret" text,
	"sign_in_address" text NOT NULL,
	"address" text NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"detail" text DEFAULT '' NOT NULL,
	"month" text DEFAULT '' NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"machines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
