/** Why a file cannot become a raster. In German. */
import type { rasterFaults as english } from './rasterFaults.en.ts'

export const rasterFaults: Readonly<Record<keyof typeof english, string>> = {
  fileDamaged: 'Die Datei ist beschädigt oder unvollständig.',
  noGeoreference: 'Die Datei hat keinen Lagebezug. Fügen Sie zuerst Weltdatei und Projektion ein.',
  unknownProjection: 'Die Projektion wird nicht unterstützt. In UTM oder EPSG:4326 speichern.',
  unknownDatum: 'Für ihr Bezugssystem ist keine Verschiebung nach WGS 84 bekannt. Zuerst in EPSG:4326 speichern.',
  offTheMap: 'Der Lagebezug liegt nicht auf der Karte. Prüfen Sie die Projektion.',
  acrossDateLine:
    'Das Raster reicht über die Datumsgrenze (180°), wo sich keine Karte zeichnen lässt. Teilen Sie es dort.',
  tooManyPixels: 'Es hat zu viele Pixel: höchstens 600 Millionen. Kleiner oder in Kacheln speichern.',
  claimsTooMuch: 'Die Datei ist ungültig: Die Bildgröße passt nicht zu den Daten.',
  unsupported:
    'Diese Art von TIFF wird nicht unterstützt. Bilder als RGB mit 8 Bit und Höhen als 32-Bit-Gleitkommazahlen speichern, beides mit Deflate oder LZW.',
  notElevation: 'Es ist ein Bild mit Farben und kein Höhenmodell.',
  notPicture: 'Die Datei enthält Höhen und keine Farben: als Höhen hinzufügen.',
  tooHeavy: 'Das Entpacken braucht mehr Speicher als erlaubt. In Kacheln oder Teilen speichern.',
  tooSlow: 'Die Vorbereitung hat zu lange gedauert. Kleiner oder in Teilen speichern.',
}
