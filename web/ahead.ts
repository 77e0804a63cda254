/**
 * Lets the map page begin before the program does: its first page names the files of the map's screen and the small script
 * that asks for them and for the course. Without it all of that would wait until the frame of the program has run. The
 * program itself is named there too, because nothing asks for it before that script has done its part.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const PROGRAM = /web\/src\/app\/main\.tsx$/
const SCREENS = [/app\/shell\/MainGate\.tsx$/, /features\/map\/MapPage\.tsx$/]
const SCRIPT = /web\/src\/api\/ahead\.ts$/

export const ahead = (): Plugin => ({
  name: 'greensward:ahead',
  apply: 'build',
  transformIndexHtml: {
    // After every other plugin has said which files there are.
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunksOf = (names: Iterable<string>, into = new Map<string, Rolldown.OutputChunk>()) => {
        for (const name of names) {
          const chunk = bundle[name]
          if (chunk?.type !== 'chunk' || into.has(name)) continue
          into.set(name, chunk)
          chunksOf(chunk.imports, into)
        }
        return into
      }
      const chunks = Object.values(bundle).filter(chunk => chunk.type === 'chunk')
      const fileOf = (part: RegExp): string | undefined =>
        chunks.find(({ facadeModuleId }) => part.test(facadeModuleId?.replaceAll('\\', '/') ?? ''))?.fileName
      const script = fileOf(SCRIPT)
      const [program, ...screens] = [PROGRAM, ...SCREENS].map(fileOf)
      if (script === undefined || program === undefined || screens.includes(undefined))
        this.error('The build has no program or no screen of the map to ask for ahead')
      const begins = chunksOf(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      const frame = chunksOf([program])
      const screen = chunksOf(screens.filter(name => name !== undefined))
      const link = (href: string, attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true, href: `/${href}` },
        injectTo: 'head-prepend',
      })
      const styles = new Set([...frame.values()].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
      const tags = [
        ...[...frame.keys()].filter(name => !begins.has(name)).map(name => link(name, { rel: 'modulepreload' })),
        ...[...styles].map(name => link(name, { rel: 'stylesheet' })),
        ...[...screen.keys()]
          .filter(name => !begins.has(name) && !frame.has(name))
          .map(name => link(name, { rel: 'prepared', 'data-ahead': true })),
      ]
      // Asynchronous, or it would wait for the scripts before it.
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${script}` }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }, ...tags]
    },
  },
})
