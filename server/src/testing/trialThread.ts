/** The script that the tests of the thread pool run in a thread. */
import { serveThread } from '../platform/threads/serveThread.ts'

/** No step of JavaScript comes between. SQLite is loaded here: other runs have a second, with the start of their thread. */
const endlessQuery = (): void => {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  new DatabaseSync(':memory:')
    .prepare('with recursive n(i) as (select 1 union all select i + 1 from n) select i from n where i < 0')
    .get()
}

serveThread((job: { kind: 'double' | 'throw' | 'spin' | 'exit' | 'process' | 'native'; value?: number }): number => {
  switch (job.kind) {
    case 'double':
      return (job.value ?? 0) * 2
    case 'throw':
      throw new Error('thrown on purpose')
    case 'spin':
      for (;;) if (Number.isNaN(job.value)) return 0
    case 'process':
      return process.pid
    case 'native':
      endlessQuery()
      return 0
    case 'exit':
      process.exit(3)
  }
})
