/** Why a file cannot become a raster. In Spanish. */
import type { rasterFaults as english } from './rasterFaults.en.ts'

export const rasterFaults: Readonly<Record<keyof typeof english, string>> = {
  fileDamaged: 'El archivo está dañado o incompleto.',
  noGeoreference: 'El archivo no tiene georreferencia. Añada antes el archivo de mundo y la proyección.',
  unknownProjection: 'Su proyección no se admite. Guárdelo en UTM o en EPSG:4326.',
  unknownDatum: 'No se conoce el paso de su datum a WGS 84. Guárdelo antes en EPSG:4326.',
  offTheMap: 'Su georreferencia no está en el mapa. Compruebe la proyección.',
  acrossDateLine: 'Cruza la línea de cambio de fecha (180°), donde no se puede dibujar un mapa. Divídalo ahí.',
  tooManyPixels: 'Tiene demasiados píxeles: como máximo 600 millones. Guárdelo más pequeño o en teselas.',
  claimsTooMuch: 'El archivo no es válido: el tamaño de la imagen no corresponde a sus datos.',
  unsupported:
    'Este tipo de TIFF no se admite. Guarde las imágenes como RGB de 8 bits y las alturas como números de 32 bits con coma flotante, ambas con deflate o LZW.',
  notElevation: 'Es una imagen con colores, no un modelo de elevación.',
  notPicture: 'El archivo contiene alturas y no colores: añádalo como elevación.',
  tooHeavy: 'Descomprimirlo necesita más memoria de la permitida. Guárdelo en teselas o en partes.',
  tooSlow: 'Su preparación tardó demasiado. Guárdelo más pequeño o en partes.',
}
