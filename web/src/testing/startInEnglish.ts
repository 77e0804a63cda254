/** Set-up of each file of component tests. Files of one worker share the program, and the file before may have shown German. */
import { beforeAll } from 'vitest'

beforeAll(async () => {
  const { changeLanguage, startLanguage } = await import('../i18n/index.ts')
  localStorage.clear()
  await startLanguage()
  await changeLanguage('en')
})
