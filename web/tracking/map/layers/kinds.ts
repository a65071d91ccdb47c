import type { ExpressionSpecification } from 'maplibre-gl'

/** Filter of a layer: the features of some kinds, where one source holds those of several layers. */
export const isOf = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
