// The faults of `npm run test:mutants` in missions, rights, mowers, records and pages; see mutants.mjs.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a fault quotes the text of a source file, with its templates.
const GATE = 'domain/src/mission/startGate.test.ts'
const LIFE = 'domain/src/mission/mission.test.ts'
const PEOPLE = 'domain/src/people/people.test.ts'
const ASKS = 'web/src/ui/confirmations.test.tsx'
const FORMS = 'web/src/ui/form/forms.test.tsx'
const PAGES = 'web/src/app/shell/pages.test.tsx'
const WORDS = 'web/src/i18n/languages.test.ts'
const STOPS = 'simulator/src/stop.test.ts'
const SAFETY = 'simulator/src/safety.test.ts'

/** [fault, file, present text, text with the fault, tests that find it] */
export const faults = [
  // Pre-start checks.
  [
    'gate: unknown telemetry counts as fresh',
    'domain/src/mission/startGate.ts',
    'if (ageMs === null || !(ageMs >= 0)) return UNKNOWN',
    "if (ageMs === null) return passed('fresh')",
    [GATE],
  ],
  [
    'gate: old telemetry passes',
    'domain/src/mission/startGate.ts',
    'ageMs < telemetryLimitMs',
    'ageMs < 10 * telemetryLimitMs',
    [GATE],
  ],
  [
    'gate: a float fix passes without a warning',
    'domain/src/mission/startGate.ts',
    "return warned('rtkFloat')",
    "return passed('rtkFloat')",
    [GATE],
  ],
  [
    'gate: the battery needs no reserve',
    'domain/src/mission/startGate.ts',
    'batteryEstimate * BATTERY_RESERVE',
    'batteryEstimate',
    [GATE],
  ],
  [
    'gate: the battery failsafe is not checked',
    'domain/src/mission/startGate.ts',
    "if (batteryFailsafe) return refusal('failsafeActed')",
    '',
    [GATE],
  ],
  [
    'gate: a plan for another mower passes',
    'domain/src/mission/startGate.ts',
    "if (!plan.forThisMower) return refusal('otherMower')",
    '',
    [GATE],
  ],
  [
    'gate: a plan for an older map passes',
    'domain/src/mission/startGate.ts',
    'if (plan.mapRevision !== mapRevision)',
    'if (plan.mapRevision > mapRevision)',
    [GATE],
  ],
  [
    'gate: rain mode stops nothing',
    'domain/src/mission/startGate.ts',
    "return rainModeRestricted ? refusal('rainModeRestricted')",
    "return rainModeRestricted ? warned('rainModeRestricted')",
    [GATE],
  ],
  [
    'gate: a blocked route passes',
    'domain/src/mission/startGate.ts',
    "if (way === 'blocked') return refusal('blocked')",
    "if (way === 'blocked') return passed('straight')",
    [GATE],
  ],
  // A mission's life.
  [
    'life: a stopped mission is not held',
    'domain/src/mission/mission.ts',
    "    stop: { to: 'stopped', effects: ['hold'] },\n    interrupt",
    "    stop: { to: 'stopped', effects: [] },\n    interrupt",
    [LIFE],
  ],
  [
    'life: a refused start ends the mission',
    'domain/src/mission/mission.ts',
    "refused: { to: 'planned', effects",
    "refused: { to: 'failed', effects",
    [LIFE],
  ],
  [
    'life: a mission that is done can start again',
    'domain/src/mission/mission.ts',
    '  done: {},',
    "  done: { start: { to: 'uploading', effects: ['upload'] } },",
    [LIFE],
  ],
  // Rights.
  [
    'rights: greenkeepers may not start',
    'domain/src/people/people.ts',
    "'mowers.operate': [A, M, G]",
    "'mowers.operate': [A, M]",
    [PEOPLE, 'server/src/app/roles.test.ts'],
  ],
  [
    'rights: the buggy bar may not stop',
    'domain/src/people/people.ts',
    "'mowers.stop': [A, M, G, C, B]",
    "'mowers.stop': [A, M, G, C]",
    [PEOPLE, 'server/src/app/roles.test.ts'],
  ],
  [
    'rights: a test user starts mowers',
    'domain/src/people/people.ts',
    "'mowers.operate': [A, M, G]",
    "'mowers.operate': [A, M, G, T]",
    [PEOPLE, 'server/src/app/roles.test.ts'],
  ],
  [
    'rights: every role reads the audit log',
    'domain/src/people/people.ts',
    "'audit.read': [A, M]",
    "'audit.read': [A, M, G, C, B, T]",
    [PEOPLE, 'server/src/app/roles.test.ts'],
  ],
  // Mowers.
  [
    'mower: on and off are swapped at the relay',
    'vehicle/src/mission/missionItem.ts',
    'params: [blade.index, on ? 1 : 0, 0, 0]',
    'params: [blade.index, on ? 0 : 1, 0, 0]',
    [SAFETY, STOPS, 'vehicle/src/mission/translate.prop.test.ts'],
  ],
  [
    'mower: on and off are swapped at the servo',
    'vehicle/src/mission/missionItem.ts',
    'on ? blade.onPwm : blade.offPwm',
    'on ? blade.offPwm : blade.onPwm',
    ['vehicle/src/mission/translate.prop.test.ts', STOPS, SAFETY],
  ],
  [
    'mower: a stop leaves the blade on',
    'vehicle/src/safety/emergencyStop.ts',
    'const off = bladeCommand(blade, false)',
    'const off = bladeCommand(blade, true)',
    [STOPS, SAFETY],
  ],
  [
    'mower: a stop requests loiter',
    'vehicle/src/safety/emergencyStop.ts',
    'params: [1, RoverMode.hold]',
    'params: [1, RoverMode.loiter]',
    [STOPS],
  ],
  [
    'mower: a stop is sent only once',
    'vehicle/src/safety/emergencyStop.ts',
    'attempt < MAX_TRIES; attempt++',
    'attempt < 1; attempt++',
    [STOPS],
  ],
  [
    'mower: the blade stays on between swaths',
    'vehicle/src/mission/translate.ts',
    'if (switches) draft.items.push(bladeItem(blade, bladeOn))',
    'if (switches && bladeOn) draft.items.push(bladeItem(blade, bladeOn))',
    ['vehicle/src/mission/translate.prop.test.ts'],
  ],
  // Units and geometry.
  [
    'units: a foot is a third of a metre',
    'web/src/ui/text/measure.ts',
    '`${figure(m / 0.3048, m < 30 ? 1 : 0)} ft`',
    '`${figure(m * 3, m < 30 ? 1 : 0)} ft`',
    ['web/src/ui/text/measure.test.ts'],
  ],
  [
    'units: a degree of longitude has one length everywhere',
    'geometry/src/localFrame.ts',
    '(SEMI_MAJOR_AXIS_M / w) * Math.cos(origin[1] * DEG) * DEG',
    '(SEMI_MAJOR_AXIS_M / w) * DEG',
    ['geometry/src/localFrame.test.ts'],
  ],
  [
    'units: headings count counter-clockwise',
    'geometry/src/units.ts',
    'Math.atan2(b[0] - a[0], b[1] - a[1]) / DEG',
    'Math.atan2(b[1] - a[1], b[0] - a[0]) / DEG',
    ['geometry/src/units.test.ts'],
  ],
  // Lists and records.
  [
    'lists: the second page starts one page late',
    'server/src/platform/db/listing.ts',
    'offset: (page - 1) * perPage',
    'offset: page * perPage',
    ['server/src/platform/crud/crud.test.ts'],
  ],
  [
    'records: an older change overwrites a newer one',
    'server/src/platform/crud/crudStore.ts',
    'if (before.updatedAt.getTime() !== new Date(readAt).getTime())',
    'if (false)',
    ['server/src/platform/crud/crud.test.ts'],
  ],
  [
    'records: a change is not recorded',
    'server/src/platform/crud/crudStore.ts',
    '.set({ ...values, updatedAt: laterThan(before.updatedAt, now) })',
    '.set({ updatedAt: laterThan(before.updatedAt, now) })',
    ['server/src/platform/crud/crud.test.ts'],
  ],
  // Signing in.
  [
    'sign-in: the password check is not awaited',
    'server/src/features/auth/signIn.ts',
    'const isRight = await isPassword(',
    'const isRight = isPassword(',
    ['server/src/features/auth/signIn.test.ts'],
  ],
  [
    'sign-in: a token can be used again',
    'server/src/features/auth/sessionStore.ts',
    "await endSessions(tx, [session.id], 'a refresh token was used twice', now)",
    '',
    ['server/src/features/auth/signIn.test.ts'],
  ],
  [
    'sign-in: each tab receives its own pair of tokens',
    'server/src/features/auth/sessionStore.ts',
    'derive(`refresh after ${refreshToken}`)',
    'newToken()',
    ['server/src/features/auth/signIn.test.ts'],
  ],
  [
    'sign-in: failed attempts are not counted',
    'server/src/features/auth/signIn.ts',
    'await changeChallenge(tx, challenge.id, { tries })',
    '',
    ['server/src/features/auth/signIn.test.ts'],
  ],
  [
    'outgoing: an address in our own network is queried',
    'server/src/platform/outgoing.ts',
    'if (!allowsPrivate && !found.every(isPublicAddress))',
    'if (false)',
    ['server/src/platform/outgoing.test.ts'],
  ],
  // Confirmations of irreversible actions.
  [
    'asks: a record is deleted at once',
    'web/src/ui/table/RecordTable.tsx',
    'color="error" onClick={() => setDoomed(row)}',
    'color="error" onClick={() => void confirmed(row)}',
    [ASKS],
  ],
  [
    'asks: an order is cancelled at once',
    'web/src/features/restaurant/Orders.tsx',
    "status === 'cancelled' ? setCancelling(true) : moveTo(status)",
    'moveTo(status)',
    [ASKS],
  ],
  [
    'asks: missions are deleted at once',
    'web/src/features/missions/MissionsBulk.tsx',
    'onAsk={setAsking}',
    "onAsk={action => (action === 'delete' ? void act(action) : setAsking(action))}",
    [ASKS],
  ],
  [
    'asks: missions are cancelled at once',
    'web/src/features/missions/MissionsBulk.tsx',
    'onAsk={setAsking}',
    "onAsk={action => (action === 'cancel' ? void act(action) : setAsking(action))}",
    [ASKS],
  ],
  [
    'asks: the button Yes does nothing',
    'web/src/ui/ConfirmDialog.tsx',
    'loading={busy} onClick={onConfirm}',
    'loading={busy} onClick={onClose}',
    [ASKS],
  ],
  [
    'asks: the question omits the consequence',
    'web/src/ui/ConfirmDialog.tsx',
    '<p className={classes.text}>{text}</p>',
    '<p className={classes.text} />',
    [ASKS],
  ],
  // Forms and pages.
  [
    'forms: two passwords may differ',
    'web/src/features/account/PasswordForm.tsx',
    'values.password === values.repeatPassword',
    'values.password !== undefined',
    [FORMS],
  ],
  [
    'forms: a refused field shows no reason',
    'web/src/ui/form/fields.tsx',
    'const reason = fieldState.error?.message',
    'const reason: string | undefined = undefined',
    [FORMS],
  ],
  [
    'forms: access keys are not mentioned',
    'web/src/features/account/PasswordForm.tsx',
    '(keys.data?.total ?? 0) > 0 &&',
    'false &&',
    [FORMS],
  ],
  [
    'pages: a failed page is empty',
    'web/src/ui/page/ErrorState.tsx',
    'export function ErrorState(',
    'export const ErrorState = (_: unknown) => null\nexport function Unused(',
    [PAGES],
  ],
  [
    'pages: a person without the right sees the page',
    'web/src/features/missions/MissionsPage.tsx',
    'if (!mayRead)',
    'if (false)',
    [PAGES],
  ],
  ['pages: Try again does not reload', 'web/src/ui/page/QueryState.tsx', 'void query.refetch()', 'undefined', [PAGES]],
  ['words: a German text is missing', 'web/src/i18n/garage/de.json', /^ {2}"title": ".*",\n/m, '', [WORDS]],
  ['words: a Spanish text is missing', 'web/src/i18n/account/es.json', /^ +"passwordKeeps": ".*",?\n/m, '', [WORDS]],
]
