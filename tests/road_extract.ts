import { deflateSync } from 'node:zlib'
import protobuf from 'protobufjs'

/*
 * Writes small extracts of OpenStreetMap for tests. The fields are those of the format's public definition
 * (https://wiki.openstreetmap.org/wiki/PBF_Format).
 */
const { root } = protobuf.parse(
  `syntax = "proto2";
  message BlobHeader { required string type = 1; required int32 datasize = 3; }
  message Blob { optional int32 raw_size = 2; optional bytes zlib_data = 3; }
  message HeaderBlock { repeated string required_features = 4; }
  message StringTable { repeated bytes s = 1; }
  message DenseNodes { repeated sint64 id = 1 [packed = true]; repeated sint64 lat = 8 [packed = true];
    repeated sint64 lon = 9 [packed = true]; repeated int32 keys_vals = 10 [packed = true]; }
  message Way { required int64 id = 1; repeated uint32 keys = 2 [packed = true];
    repeated uint32 vals = 3 [packed = true]; repeated sint64 refs = 8 [packed = true]; }
  message PrimitiveGroup { optional DenseNodes dense = 2; repeated Way ways = 3; }
  message PrimitiveBlock { required StringTable stringtable = 1; repeated PrimitiveGroup primitivegroup = 2; }`,
  { keepCase: true },
)

/** The bytes of an extract with these roads, each a list of places in degrees and its tags. */
export function makeExtract(roads: Road[]): Buffer {
  const strings = ['', ...new Set(roads.flatMap(({ tags }) => Object.entries(tags).flat()))]
  const places = roads.flatMap(({ line }) => line)
  const deltas = (values: number[]) => values.map((value, i) => value - (values[i - 1] ?? 0))
  let id = 0
  const ways = roads.map(({ line, tags }, i) => ({
    id: i + 1,
    keys: Object.keys(tags).map((text) => strings.indexOf(text)),
    vals: Object.values(tags).map((text) => strings.indexOf(text)),
    refs: deltas(line.map(() => ++id)),
  }))
  const dense = {
    id: deltas(places.map((_, i) => i + 1)),
    lat: deltas(places.map(([, lat]) => Math.round(lat * 1e7))),
    lon: deltas(places.map(([lon]) => Math.round(lon * 1e7))),
  }
  const block = { stringtable: { s: strings.map((text) => Buffer.from(text)) }, primitivegroup: [{ dense }, { ways }] }
  return Buffer.concat([
    framed('OSMHeader', encoded('HeaderBlock', { required_features: ['OsmSchema-V0.6', 'DenseNodes'] })),
    framed('OSMData', encoded('PrimitiveBlock', block)),
  ])
}

function framed(type: string, content: Uint8Array): Buffer {
  const blob = encoded('Blob', { raw_size: content.length, zlib_data: deflateSync(content) })
  const header = encoded('BlobHeader', { type, datasize: blob.length })
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, blob])
}

function encoded(name: string, content: object): Uint8Array {
  const type = root.lookupType(name)
  return type.encode(type.fromObject(content)).finish()
}

export type Road = { line: [lon: number, lat: number][]; tags: Record<string, string> }
