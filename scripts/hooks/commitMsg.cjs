// Refuses a commit whose subject is not `type(scope): what it does`, in at most 72 characters.
const { readFileSync } = require('node:fs')

const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\n')
const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const faults = [
  [subject.length <= 72, `The subject has ${subject.length} characters; the limit is 72.`],
  [
    new RegExp(`^(${TYPES})(\\([a-zA-Z-]+\\))?!?: [a-z]`).test(subject) ||
      /^(Merge|Revert|fixup!|squash!)/.test(subject),
    `Write the subject as type(scope): action, for example: fix(vehicle): stop the mower at its last address`,
  ],
  [!subject.includes(';'), 'The subject joins two changes with a semicolon: commit each separately.'],
  [!subject.endsWith('.'), 'Remove the full stop at the end of the subject.'],
].flatMap(([isGood, fault]) => (isGood ? [] : [fault]))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
