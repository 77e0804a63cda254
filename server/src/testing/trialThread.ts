/** The script that the tests of the thread pool run in a thread. */
import { serveThread } from '../platform/threads/serveThread.ts'

serveThread((job: { kind: 'double' | 'throw' | 'spin' | 'exit'; value?: number }): number => {
  switch (job.kind) {
    case 'double':
      return (job.value ?? 0) * 2
    case 'throw':
      throw new Error('thrown on purpose')
    case 'spin':
      for (;;) if (Number.isNaN(job.value)) return 0
    case 'exit':
      process.exit(3)
  }
})
