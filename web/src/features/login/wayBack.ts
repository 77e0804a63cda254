/**
 * Where to go after signing in: an address of this very site, or nowhere. Browsers read a second slash or a backslash as the
 * beginning of another site.
 */
export const wayBack = (from: unknown): { from?: string } =>
  typeof from === 'string' && /^\/(?![/\\])/.test(from) ? { from } : {}
