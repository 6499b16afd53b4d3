#include "base/checked.hpp"
#include "decode/decoder_state.hpp"

namespace assay::decode {

void Decoder::read_number(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  Cursor& cursor = top().cursor;
  const std::byte* at = cursor.at;
  if (field.storage == Storage::float32 || field.storage == Storage::float64) {
    const std::uint64_t width = field.storage == Storage::float32 ? 4 : 8;
    if (cursor.left() < width) {
      report(Rule::wire_truncated, tag.number, at, cursor.left(), "a value of ", width,
             " bytes has only ", cursor.left());
      abandon();
      return;
    }
    cursor.at += width;
    see(field, tag, tag_at);
    if (width == 4) {
      const std::uint32_t bits = wire::load_fixed32(at);
      std::memcpy(&member<float>(field), &bits, sizeof bits);
    } else {
      const std::uint64_t bits = wire::load_fixed64(at);
      std::memcpy(&member<double>(field), &bits, sizeof bits);
    }
    return;
  }
  const Varint varint = wire::read_varint(cursor);
  if (varint.fault != Fault::none) {
    report_varint(varint.fault, tag.number, at);
    if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
      abandon();
      return;
    }
  }
  const auto length = static_cast<std::uint64_t>(cursor.at - at);
  if (field.storage == Storage::int64) {
    see(field, tag, tag_at);
    member<std::int64_t>(field) = static_cast<std::int64_t>(varint.value);
    return;
  }
  if (!wire::fits_int32(varint.value)) {
    report_beyond_int32(varint.value, tag.number, {at, length});
  }
  const std::int32_t value = wire::low_int32(varint.value);
  if (field.storage == Storage::enumeration && (value < 0 || value > field.enum_max)) {
    report(Rule::schema_enum_value, tag.number, at, length, field_name(tag.number), " is ", value,
           "; the schema knows 0 to ", unsigned{field.enum_max},
           ". Some readers drop the field, some keep the number");
    return;
  }
  see(field, tag, tag_at);
  member<std::int32_t>(field) = value;
}

// Reads varints until the cursor ends, reporting as it goes. False when the rest cannot be read.
bool Decoder::scan(Cursor& cursor, const FieldPlan& field, const Tag& tag,
                   wire::RunSummary& summary) {
  for (;;) {
    const bool int32 = field.storage == Storage::int32s;
    const wire::RunStop stop =
        int32 ? wire::scan_int32s(cursor, summary) : wire::count_varints(cursor, summary);
    if (stop.at == cursor.end) {
      return true;
    }
    if (stop.fault == Fault::truncated || stop.fault == Fault::too_long) {
      if (stop.fault == Fault::too_long) {
        report_varint(stop.fault, tag.number, stop.at);
      } else {
        report(Rule::wire_packed_length, tag.number, stop.at,
               static_cast<std::uint64_t>(cursor.end - stop.at),
               "the packed block ends inside a varint");
      }
      return false;
    }
    if (stop.fault != Fault::none) {
      report_varint(stop.fault, tag.number, stop.at);
    }
    if (int32) {
      Cursor again{stop.at, cursor.end};
      const std::uint64_t value = wire::read_varint(again).value;
      if (!wire::fits_int32(value)) {
        report_beyond_int32(value, tag.number, {stop.at, again.at});
      }
    }
  }
}

void Decoder::read_packed(const FieldPlan& field, const Tag& tag, Bytes block) {
  Run run{
      .begin = block.data(), .end = end_of(block), .summary = {}, .next = nullptr, .tag_bytes = 0};
  if (field.storage == Storage::fixed32s || field.storage == Storage::fixed64s) {
    const std::uint64_t width = field.storage == Storage::fixed32s ? 4 : 8;
    if (block.size() % width != 0) {
      report(Rule::wire_packed_length, tag.number, block.data(), block.size(),
             "the packed block has ", block.size(), " bytes, no multiple of ", width);
      damage();
      return;
    }
    run.summary.count = block.size() / width;
  } else {
    Cursor cursor{block.data(), end_of(block)};
    if (!scan(cursor, field, tag, run.summary)) {
      damage();
      return;
    }
  }
  if (!add_run(member<Scalars>(field), run)) {
    out_of_memory();
    return;
  }
  source(top()).present |= 1u << tag.number;
}

// One value, and those behind it that have the very same tag.
void Decoder::read_unpacked(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  Cursor& cursor = top().cursor;
  const auto tag_bytes = static_cast<std::uint64_t>(cursor.at - tag_at);
  Run run{.begin = tag_at,
          .end = tag_at,
          .summary = {},
          .next = nullptr,
          .tag_bytes = narrow<std::uint8_t>(tag_bytes)};
  const bool fixed = field.storage == Storage::fixed32s || field.storage == Storage::fixed64s;
  const std::uint64_t width = field.storage == Storage::fixed32s ? 4 : 8;
  for (;;) {
    if (!fixed && tag_bytes == 1 && tag.fault == Fault::none) {
      wire::pass_tagged_varints(cursor, *tag_at, field.storage == Storage::int32s, run.summary);
    }
    const std::byte* at = cursor.at;
    if (fixed) {
      if (cursor.left() < width) {
        report(Rule::wire_truncated, tag.number, at, cursor.left(), "a value of ", width,
               " bytes has only ", cursor.left());
        abandon();
        return;
      }
      cursor.at += width;
      ++run.summary.count;
    } else {
      const Varint varint = wire::read_varint(cursor);
      if (varint.fault != Fault::none) {
        report_varint(varint.fault, tag.number, at);
        if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
          abandon();
          return;
        }
      }
      if (field.storage != Storage::int32s) {
        ++run.summary.count;
      } else {
        if (!wire::fits_int32(varint.value)) {
          report_beyond_int32(varint.value, tag.number, {at, cursor.at});
        }
        run.summary.add(wire::low_int32(varint.value));
      }
    }
    run.end = cursor.at;
    // A tag with a finding is read again for each value, so that each has its finding.
    if (tag.fault != Fault::none || cursor.left() < tag_bytes ||
        std::memcmp(cursor.at, tag_at, tag_bytes) != 0) {
      break;
    }
    cursor.at += tag_bytes;
  }
  if (!add_run(member<Scalars>(field), run)) {
    out_of_memory();
    return;
  }
  source(top()).present |= 1u << tag.number;
}

bool Decoder::add_run(Scalars& scalars, const Run& run) {
  Run* added = add_run(scalars);
  if (added == nullptr) {
    return false;
  }
  Run* next = added->next;
  *added = run;
  added->next = next;
  return true;
}

}  // namespace assay::decode
