// Refuses a commit whose subject is not `type(scope): what it does`, in at most 72 characters.
const { readFileSync } = require('node:fs')

const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\n')
const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const faults = [
  [subject.length <= 72, `The subject has ${subject.length} characters; at most 72 are shown everywhere.`],
  [
    new RegExp(`^(${TYPES})(\\([a-zA-Z]+\\))?!?: [a-z]`).test(subject) ||
      /^(Merge|Revert|fixup!|squash!)/.test(subject),
    `The subject begins with its type and scope, then what it does: fix(vehicle): stop the mower at its last address`,
  ],
  [!subject.includes(';'), 'The subject joins two changes with a semicolon: commit each by itself.'],
  [!subject.endsWith('.'), 'The subject ends with a full stop.'],
].flatMap(([isGood, fault]) => (isGood ? [] : [fault]))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
