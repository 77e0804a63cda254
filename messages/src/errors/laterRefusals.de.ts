/** Refusals of pairing, shifts, backups, people, lists and other programs. In German. */
import type { laterRefusals as english } from './laterRefusals.en.ts'

export const laterRefusals: Readonly<Record<keyof typeof english, string>> = {
  linkedOtherwise: 'Dieser Mäher ist über ein anderes Protokoll verbunden. Beenden Sie zuerst jene Verbindung',
  pairingOnMission: 'Der Mäher ist auf einer Mission und muss verbunden bleiben',
  pairingArmed:
    'Der Mäher ist scharf geschaltet. Stoppen Sie ihn und schalten Sie ihn unscharf, bevor sein Signierschlüssel geändert wird',
  pairingArmingUnknown:
    'Der Mäher hat noch nicht gemeldet, ob er scharf geschaltet ist. Warten Sie einen Moment und versuchen Sie es noch einmal',
  newKeyUnproven:
    'Der Mäher hat unter seinem neuen Schlüssel nicht geantwortet. Er lässt sich mit dem neuen und dem vorigen stoppen. Versuchen Sie es noch einmal',
  keySealed: 'Der Schlüssel dieses Mähers lässt sich nicht öffnen',
  noLinkForKey: 'Der Mäher ist nicht verbunden, also kann ihm kein Schlüssel gesendet werden',
  shiftOtherDay: '{{title}} ist für einen anderen Tag geplant',
  shiftNotPlanned: '{{title}} ist nicht mehr geplant',
  shiftMissionTaken: '{{title}} ist schon in der Schicht {{shift}}',
  shiftReleasedAlready: '{{who}} hat die Schicht schon freigegeben',
  shiftNotReleased: 'Die Schicht ist nicht freigegeben. Geben Sie sie zuerst frei',
  shiftWindowOver: 'Das Zeitfenster der Schicht ist vorbei. Löschen Sie die Schicht und legen Sie eine neue an',
  shiftEnded: 'Alle Aufgaben der Schicht sind beendet',
  backupUnderWay: 'Es läuft bereits eine Sicherung. Warten Sie, bis sie fertig ist',
  routeNotPaused: '{{mower}} ist in dieser Schicht nicht pausiert',
  mowerInOtherShift: '{{mower}} ist in der freigegebenen Schicht {{shift}}. Nehmen Sie deren Freigabe zuerst zurück',
  replanNoMower:
    'Kein Mäher dieser Schicht kann jetzt fahren. Drücken Sie zuerst bei einem „Fortsetzen“ und planen Sie dann neu',
  replanOutdated: 'Die Schicht hat sich inzwischen geändert. Planen Sie neu und prüfen Sie die Änderungen',
  replanNoLongerFits:
    'Für den neuen Mäher geplant, passt {{title}} nicht mehr in die Schicht. Nichts wurde geändert. Planen Sie neu',
  replanNotPlanned: '{{title}} lässt sich für {{mower}} nicht planen, und nichts wurde geändert: {{why}}',
  preconditionFailed:
    'Seit Sie es gelesen haben, hat es sich geändert. Lesen Sie es neu und wiederholen Sie die Änderung',
  automowerNotStarted: '{{mower}} darf nicht starten: {{lines}}',
  workAreaNoZone:
    '{{mower}} hat einen Arbeitsbereich ohne Zone des Platzes. Ob er gemäht werden darf, kann deshalb niemand prüfen. Wählen Sie zuerst seine Zone',
  ownMapNoZone:
    'Niemand hat die Zonen gewählt, die {{mower}} mäht, oder eine davon gibt es nicht mehr. Ob er starten darf, kann deshalb niemand prüfen. Wählen Sie sie auf seiner Seite in der Garage',
  noWorkAreas:
    '{{mower}} meldet keinen Arbeitsbereich in Gebrauch. Wo er mähen würde, kann deshalb niemand prüfen. Starten Sie ihn in der App des Herstellers',
  workAreaOff:
    'Dieser Arbeitsbereich ist auf {{mower}} nicht in Gebrauch. Schalten Sie ihn in der App des Herstellers ein',
  keyOnlyReads:
    'Dieser Schlüssel darf den Platz nur lesen. Legen Sie in Ihrem Konto einen an, der die Karte bearbeiten darf',
  contentTypeMissing: 'Die Kopfzeile Content-Type fehlt. Senden Sie application/geo+json',
  otherCrs:
    'Das Koordinatensystem {{name}} in {{parameter}} wird nicht angeboten. Wählen Sie eines von diesen: {{offered}}',
  crsDiffers:
    'Das Objekt nennt das Koordinatensystem {{name}}, wird aber in {{sent}} gesendet. Nennen Sie sein System im Header Content-Crs',
  menuChanged: 'Die Speisekarte wurde inzwischen von jemand anderem geändert',
  categoryInUse_one: '{{count}} Gericht ist in dieser Kategorie',
  categoryInUse_other: '{{count}} Gerichte sind in dieser Kategorie',
  zoneTypeInUse_one: '{{count}} Zone ist von diesem Typ',
  zoneTypeInUse_other: '{{count}} Zonen sind von diesem Typ',
  bladeFitted: 'Es ist an {{who}} montiert',
  versionNameTaken: 'Ein anderer Stand heißt schon so',
  rasterFileMissing: 'Die Datei dieses Rasters fehlt',
  uploadOffset: 'Der nächste Teil beginnt nicht dort',
  uploadBusy: 'Gerade kommt ein anderer Teil an',
  otherUploads: 'Andere Uploads laufen noch: Beenden Sie diese erst oder brechen Sie sie ab',
  notTiff: 'Das ist keine TIFF-Datei',
  tooManyBytes: 'Der Upload ist größer als angekündigt',
  ownRole: 'Sie können Ihre eigene Rolle nicht ändern',
  ownDeletion: 'Sie können sich nicht selbst löschen',
  lastAdministrator: 'Es muss mindestens einen Administrator geben',
  loginTaken: 'Dieser Benutzername ist vergeben',
  ownAccountElsewhere: 'Ihre eigene E-Mail-Adresse und Ihr Passwort ändern Sie auf der Seite Ihres Kontos',
  standingPlansFull: 'Ein Platz hat höchstens {{count}} Dauerpläne. Löschen Sie einen, der nicht mehr gebraucht wird.',
  jobNotYours: 'Diese Arbeit ist {{who}} zugeteilt',
  jobsFull: 'Mehr als {{count}} sind nicht möglich',
  seriesNotAPlan: 'Ein Dauerplan mäht ganze Zonen und ohne gedrehte Mährichtung; diese Serie bleibt daher eine Serie',
  noTeeSheetAddress: 'Für Startlisten ist keine Adresse eingetragen',
  noSuchCollection: 'Unbekannte Sammlung {{name}}',
  ownFilesBusy: 'Zwei Ihrer Dateien werden bereits gelesen. Warten Sie auf diese und versuchen Sie es dann erneut',
  filesBusy: 'Im Moment werden zu viele Dateien gelesen. Versuchen Sie es bald erneut',
  diskFull: 'Auf der Festplatte des Servers ist kein Platz für diese Datei',
  importDraftGone: 'Der Server hat diesen Import nicht mehr. Wählen Sie die Datei noch einmal aus',
  importAppliedAlready: 'Dieser Import ist bereits auf der Karte',
  fileIncomplete: 'Die Datei kam nicht vollständig an',
  fileTooLarge: 'Die Datei ist größer als {{count}} MB',
  formExpected: 'Erwartet wird ein Formular mit einer Datei (multipart/form-data)',
  keyReused: 'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet',
  zonesMownAlready_one: '{{count}} Zone hat für diesen Tag inzwischen schon eine Mission. Planen Sie neu.',
  zonesMownAlready_other: '{{count}} Zonen haben für den Tag inzwischen Missionen. Planen Sie neu.',
  stillPlanning: 'Der Platz wird noch geplant',
  mapChangedSincePlan: 'Die Karte hat sich geändert, seit der Platz geplant wurde',
  seriesOver: 'Die Serie hat keine weiteren Tage',
  noSeries: 'Diese Mission gehört zu keiner Serie: Brechen Sie sie stattdessen ab',
  tooManyKeys: 'Es gibt schon {{count}} Schlüssel: Widerrufen Sie erst einen',
}
