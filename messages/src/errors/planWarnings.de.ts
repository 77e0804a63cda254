/** Why a plan is less than was requested. In German. */
import type { planWarnings as english } from './planWarnings.en.ts'

export const planWarnings: Readonly<Record<keyof typeof english, string>> = {
  invalidRequest: 'Ein Wert liegt außerhalb des Bereichs.',
  invalidBoundary: 'Die Grenze ist ungültig.',
  tooNarrow: 'Die Zone ist zu schmal für dieses Mähwerk.',
  allObstacle: 'Hindernisse bedecken die ganze Fläche.',
  unreachableParts: 'Teile der Zone sind vom Rest aus nicht erreichbar.',
  turnRadiusNotKept:
    'Einige Kurven sind enger als der Wenderadius; der Mäher dreht dort auf der Stelle. Die Karte zeigt, wo.',
  uncovered: 'Einige Reste bleiben ungemäht; sie sind rot gezeichnet.',
  splitIntoParts: 'Der Plan passt nicht in den Speicher des Mähers und wird in Teilen gesendet.',
  tightTurns: 'Einige Wendungen führen in die Nachbarbahn und sind enger als gewünscht.',
  bodyOverEdge: 'An engen Stellen ragt die Maschine mehr als 0,3 m über den Rand der Fläche.',
  beyondRange: 'Teile dieses Plans liegen weiter weg, als eine Akkuladung reicht.',
  leftOut: 'Befehle, die der Mäher nicht unterstützt, wurden weggelassen.',
  bladeNeverOn: 'Die Datei schaltet das Mähwerk nie ein: Es wird nichts gemäht.',
  tooSmallToSplit: 'Die Fläche ist zu klein, um sie unter diesen Mähern aufzuteilen.',
  tooNear: 'Zusammen gestartet kommen sich zwei Mäher nahe: Starten Sie sie einige Minuten versetzt.',
  finishApart: 'Diese Form lässt sich nicht in Teile schneiden, die gleichzeitig fertig werden.',
  wayThroughCell: 'Ein Mäher kommt nur durch den Teil eines anderen zu seinem.',
}
