/**
 * The whole program on one of its addresses, in a document without a browser: real router, session, cache and screens; only
 * the network is a test's own (`wire.ts`), and the live channel a socket server of the test.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls, type LiveMessage } from '@greensward/contract'
import { ROLE_NAMES, type RoleSlug } from '@greensward/domain'
import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig, render, waitFor } from '@testing-library/react'
import { Server } from 'socket.io'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { http } from '../api/browser.ts'
import { live, queryClient, STORAGE, session } from '../api/index.ts'
import { App } from '../app/App.tsx'
import { makeRouter } from '../app/router.tsx'
import { changeLanguage, type Language, startLanguage } from '../i18n/index.ts'
import { sampleAnswer } from './sampleAnswer.ts'
import { openWire, type Wire } from './wire.ts'

// The first opening of a screen loads its modules, which takes seconds on a loaded host.
configure({ asyncUtilTimeout: 5_000 })

// A query that finds nothing describes the whole document. While a test waits, that is at each look, and took longer than
// the looks themselves: it is written only where somebody reads it.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' })
    const get = (): string => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { configurable: true, get })
  },
})

const TOKENS = {
  refreshToken: { token: 'refresh', createdAt: 0, ttl: 1_000_000 },
  accessToken: { token: 'access', createdAt: 0, ttl: 900 },
}

export const ADA = { id: 7, login: 'ada', fullname: 'Ada Field', phone: '', email: 'ada@example.org' }

export interface Opened {
  readonly wire: Wire
  /** The server says that something in the settings changed. */
  readonly announce: (message: LiveMessage<'settings'>['message']) => void
}

export interface Opening {
  readonly path: string
  /** Nobody is signed in where it is null. */
  readonly role?: RoleSlug | null
  readonly language?: Language
  /** Before the program asks for anything. */
  readonly prepare?: (wire: Wire) => void
}

/** To be called once at the top of a file. */
export const stage = (): ((opening: Opening) => Promise<Opened>) => {
  const server = createServer()
  const sockets = new Server(server)
  let liveHost = ''
  let wires: readonly Wire[] = []

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    liveHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    fillIn()
    // The program loads it beside the first screen; here that would take the time in which a test looks for the screen.
    await import('../ui/Toaster.tsx')
  })
  afterAll(async () => {
    await sockets.close()
  })
  beforeEach(() => {
    localStorage.clear()
  })
  afterEach(() => {
    cleanup()
    // At most four are shown: those of earlier tests would keep out the next.
    notifications.cleanQueue()
    notifications.clean()
    live.stop()
    session.clear()
    queryClient.clear()
    const faults = wires.flatMap(wire => wire.faults)
    wires = []
    expect(faults).toEqual([])
  })

  return async ({ path, role = 'ROLE_ADMIN', language = 'en', prepare }) => {
    const wire = openWire(http)
    wires = [...wires, wire]
    localStorage.setItem(STORAGE.language, language)
    await startLanguage()
    // Screens that an earlier test has loaded brought their texts in its language.
    await changeLanguage(language)
    wire.answer(calls.live.config, { host: liveHost, token: 'ticket', channels: ['missions', 'settings', 'garage'] })
    if (role !== null) {
      for (const [name, token] of Object.entries(TOKENS)) localStorage.setItem(name, JSON.stringify(token))
      wire.answer(calls.auth.refresh, TOKENS)
      wire.answer(
        calls.profile.get,
        sampleAnswer(calls.profile.get, { ...ADA, role: { slug: role, name: ROLE_NAMES[role] } }),
      )
    }
    prepare?.(wire)
    await session.start()
    window.history.replaceState(null, '', path)
    render(<App router={makeRouter()} />)
    if (role !== null && role !== 'ROLE_APPLICANT')
      await waitFor(
        () => {
          if (live.state().status !== 'live') throw new Error('the live channel is not open')
        },
        { timeout: 10_000 },
      )
    let seq = 0
    return {
      wire,
      announce: message => {
        seq += 1
        sockets.emit('settings', { event: 'changed', seq, message } satisfies LiveMessage<'settings'>)
      },
    }
  }
}

/** The browser features that this document lacks. */
export const fillIn = (): void => {
  // Windows open and close at once, as for a person who wants no motion: nothing can be seen of it here.
  window.matchMedia ??= query =>
    ({
      ...{ matches: query === '(prefers-reduced-motion: reduce)', media: query },
      ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
    }) as never
  // A text area that grows measures again once a font has loaded.
  if (document.fonts === undefined) {
    const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() })
    Object.defineProperty(document, 'fonts', { value: fonts })
  }
  window.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  // Else the reading again after the live channel opened would come half a second into a test, and hide what the test waits for.
  window.requestIdleCallback ??= run => window.setTimeout(run, 0)
  Element.prototype.scrollIntoView ??= () => undefined
  window.scrollTo = () => undefined
}
