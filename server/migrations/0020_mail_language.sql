ALTER TABLE "notification_choices" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;
