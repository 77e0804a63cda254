/**
 * Lets the map page begin before the program does: its first page names the files of the map's screen and the small script
 * that asks for them and for the course. Without it all of that would wait until the frame of the program has run.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite'

const SCREENS = [/shell\/MainGate\.tsx$/, /map\/MapPage\.tsx$/]
const SCRIPT = /web\/src\/api\/ahead\.ts$/

export const ahead = (): Plugin => ({
  name: 'greensward:ahead',
  apply: 'build',
  transformIndexHtml: {
    // After every other plugin has said which files there are.
    order: 'post',
    handler(_, { bundle = {} }) {
      const files = new Set<string>()
      const take = (name: string): void => {
        const chunk = bundle[name]
        if (chunk?.type !== 'chunk' || files.has(name)) return
        files.add(name)
        for (const other of chunk.imports) take(other)
      }
      let script: string | undefined
      const begins = new Set<string>()
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const from = chunk.facadeModuleId?.replaceAll('\\', '/') ?? ''
        if (SCREENS.some(screen => screen.test(from))) take(chunk.fileName)
        if (chunk.isEntry) for (const name of [chunk.fileName, ...chunk.imports]) begins.add(name)
        if (chunk.moduleIds.some(id => SCRIPT.test(id.replaceAll('\\', '/')))) script = chunk.fileName
      }
      if (script === undefined || files.size === 0) this.error('The build has no screen of the map to ask for ahead')
      const more = [...files].filter(name => !begins.has(name))
      const tags: HtmlTagDescriptor[] = more.map(name => ({
        tag: 'link',
        attrs: { rel: 'prepared', 'data-ahead': true, crossorigin: true, href: `/${name}` },
        injectTo: 'head-prepend',
      }))
      // Asynchronous, or it would wait for what stands before it.
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${script}` }
      return [...tags, { tag: 'script', attrs, injectTo: 'head-prepend' }]
    },
  },
})
