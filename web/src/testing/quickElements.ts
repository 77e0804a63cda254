/**
 * Set-up of each file of component tests. React's build for development writes the stack of each element that it makes, for
 * its warnings: a fifth of the time of these tests. It stops by itself at ten thousand elements within a second. Here it
 * believes that it made them all along. Warnings are as before, but for the list of components that made an element.
 */
import * as react from 'react'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

const internals: unknown = Reflect.get(react, INTERNALS)
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('This React counts its stacks elsewhere: change or remove web/src/testing/quickElements.ts')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
})
