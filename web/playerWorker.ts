/**
 * Writes the service worker of the golfer's screen: a list of the files that this screen is made of, under a version of
 * its own. Its scope is that one page; pages of staff never meet it, and it leaves everything of the API alone.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const PAGE = '/player'
const PARTS = [
  /src\/app\/main\.tsx$/,
  /player\/device\/DevicePlayerPage\.tsx$/,
  /ui\/Toaster\.tsx$/,
  /i18n\/languages\/[\w.]+\.ts$/,
  /node_modules\/socket\.io-client\//,
]

const workerOf = (version: string, files: readonly string[]): string => `const NAME = 'greensward-player-${version}'
const FILES = ${JSON.stringify(files)}
const PAGE = '${PAGE}'
const PATIENCE_MS = 4000

self.addEventListener('install', event => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME)
    await cache.addAll([...FILES, new Request(PAGE, { cache: 'reload' })])
    await self.skipWaiting()
  })())
})

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith('greensward-player-') && name !== NAME) await caches.delete(name)
    await self.clients.claim()
  })())
})

// The page comes from the network while there is one, so that nobody is left with an old program.
const page = async request => {
  const kept = () => caches.open(NAME).then(cache => cache.match(PAGE))
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.ok ? answer : ((await kept()) ?? answer)
  } catch (error) {
    const answer = await kept()
    if (answer === undefined) throw error
    return answer
  }
}

// Their names carry a hash of their content: what is kept cannot be old.
const file = async request => (await (await caches.open(NAME)).match(request)) ?? fetch(request)

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (url.pathname === PAGE) event.respondWith(page(request))
  } else if (FILES.includes(url.pathname)) event.respondWith(file(request))
})
`

export const playerWorker = (): Plugin => ({
  name: 'greensward:playerWorker',
  apply: 'build',
  generateBundle: {
    // After every other plugin has said which files there are.
    order: 'post',
    handler(_, bundle) {
      const files = new Set<string>()
      const take = (name: string): void => {
        const chunk = bundle[name]
        if (chunk === undefined || files.has(name)) return
        files.add(name)
        if (chunk.type !== 'chunk') return
        for (const other of chunk.imports) take(other)
        for (const style of chunk.viteMetadata?.importedCss ?? []) take(style)
        for (const asset of chunk.viteMetadata?.importedAssets ?? []) take(asset)
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const from = chunk.facadeModuleId?.replaceAll('\\', '/') ?? ''
        if (chunk.isEntry || PARTS.some(part => part.test(from))) take(chunk.fileName)
      }
      // Fonts are named by styles alone.
      for (const name of Object.keys(bundle)) if (/lato-latin(-ext)?-.*\.woff2$/.test(name)) files.add(name)
      const list = [...files, 'mark.svg', 'player.webmanifest']
        .filter(name => !name.endsWith('.html'))
        .map(name => `/${name}`)
      const version = createHash('sha256').update(list.join('\n')).digest('hex').slice(0, 16)
      this.emitFile({ type: 'asset', fileName: 'playerWorker.js', source: workerOf(version, list.sort()) })
    },
  },
})
