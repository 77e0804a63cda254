CREATE TABLE "overdue_mowers" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"service_until" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "overdue_mowers" ADD CONSTRAINT "overdue_mowers_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;