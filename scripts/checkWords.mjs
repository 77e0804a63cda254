// Part of `npm run check`: words that came into this product by translation, in a sense that nobody on a golf course or in a
// code review would use. Each entry says what to write instead. Finds them in text and inside names; `--count` lists how often.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Each word, and what to write in its place. Matched on lower-case words, with the parts of a name taken as words. */
const RETIRED = [
  [/\b(is |are |was |were |be |been )?told\b|\btells? of\b/, 'reports, notifies, shown'],
  [/\banew\b/, 'again'],
  [/\bdeeds?\b/, 'command, action'],
  [/\bdoors?\b/, 'interface, entry point'],
  [/\breckon(s|ed|ing)?\b/, 'compute'],
  [/\bwhoever\b|\bwhatever\b/, 'name the subject'],
  [/\bmend(s|ed|ing)?\b/, 'fix'],
  [/\bgoes on\b|\bgo on\b/, 'continues'],
  [/\bset off\b|\bsets off\b|\bsetting off\b|\blet go\b/, 'start'],
  [/\bnobody knows\b/, 'is unknown'],
  [/\bstands (in|there|here|beside)\b/, 'is'],
  // "There is no free slot" is English; "a delay is no failure" is not.
  [/(?<!\bthere )\b(is|are) no\b(?! longer)/, 'is not'],
  [/\bso many\b/, 'a number'],
  [/\bin hand\b|\bhand(ed|s)? (in|over)\b/, 'pass, provide'],
  [/\bbusy machine\b/, 'loaded host'],
  [/\b(the )?house\b/, 'repository'],
  [/\bheard\b|\bhears?\b/, 'received'],
]

/** Where one of them is right: [path, the text that may hold it]. */
const ALLOWED = [
  // Radio: when a station was last received.
  [/./, /last heard/i],
  // Buildings of a golf course.
  [/./, /(club|green|pump|half-way) ?house/i],
  // Columns that installed databases have; the code calls them receivedAt, notifiedAt and isReceived.
  [/db\/schema\/|(rounds|lease)Store\.ts$/, /\b(heard_at|told_at|is_heard)\b/g],
  // A password that many people choose.
  [/easyToGuess\.ts$/, / whatever /],
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.md', '*.json', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(name => name !== '' && !/package-lock|__snapshots__|CHANGELOG|LICENSE|migrations\/|checkWords/.test(name))
  // German and Spanish have their own words.
  .filter(name => !/\/(de|es)\.(json|ts)$/.test(name))

/** With the words of a name apart: `isToldAgain` becomes `is told again`. */
const plain = line =>
  line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_.]/g, ' ')
    .toLowerCase()

const counts = new Map()
let found = 0
for (const file of files) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    let text = line
    for (const [path, allowed] of ALLOWED) if (path.test(file)) text = text.replace(allowed, '')
    text = plain(text)
    for (const [word, instead] of RETIRED) {
      const hit = word.exec(text)
      if (hit === null) continue
      found += 1
      counts.set(hit[0], (counts.get(hit[0]) ?? 0) + 1)
      if (!process.argv.includes('--count')) console.error(`${file}:${index + 1}: "${hit[0]}": write ${instead}`)
    }
  }
}
if (process.argv.includes('--count'))
  for (const [word, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(5)}  ${word}`)
if (found > 0) console.error(`${found} retired words`)
process.exit(found > 0 ? 1 : 0)
