CREATE TABLE "journal_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "journal_entries_at" ON "journal_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));