interface ImportMetaEnv {
  /** Error reports go to this address; without it nothing is sent. */
  readonly VITE_SENTRY_DSN?: string
  readonly VITE_RELEASE: string
}
