CREATE TABLE "open_mowers" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"user" text NOT NULL,
	"sealed_password" text,
	"authority" text NOT NULL,
	"prefix" text NOT NULL,
	"datum" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "open_mowers" ADD CONSTRAINT "open_mowers_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;