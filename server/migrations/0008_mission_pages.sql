CREATE INDEX "missions_latest" ON "missions" USING btree ("starts_at" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "missions_direction" ON "missions" USING btree ("resolved_direction","id");--> statement-breakpoint
CREATE INDEX "missions_status_id" ON "missions" USING btree ("status","id");