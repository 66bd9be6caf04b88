// The imports of `love` without a renderer: nothing is drawn, and texts are as wide as in a page.

// The advance widths of DejaVu Sans for the characters from " " to "~" [1/2048 of the size].
const ADVANCES = `651 821 942 1716 1303 1946 1597 563 799 799 1024 1716 651 739 651 690 1303 1303
  1303 1303 1303 1303 1303 1303 1303 1303 690 690 1716 1716 1716 1087 2048 1401 1405 1430 1577
  1294 1178 1587 1540 604 604 1343 1141 1767 1532 1612 1235 1612 1423 1300 1251 1499 1401
  2025 1403 1251 1403 799 690 799 1716 1024 1024 1255 1300 1126 1300 1260 721 1300 1298 569
  569 1186 569 1995 1298 1253 1300 1300 842 1067 803 1298 1212 1675 1212 1212 1075 1303 690
  1303 1716`.split(/\s+/).map(Number);
const OTHER_ADVANCE = 1229; // 0.6 of the size

/** The imports, see host/page.h. */
export function noRenderer(machine) {
  return {
    measure: (font, address, size) => {
      let sum = 0;
      for (const character of machine.text(address, size)) {
        sum += ADVANCES[character.codePointAt(0) - 32] ?? OTHER_ADVANCE;
      }
      return sum * font / 2048;
    },
    define_string: () => {},
    define_font: () => {},
    define_image: () => {},
    define_image_file: () => 0,
    canvas_scale: () => 1,
    define_canvas: () => {},
    release_image: () => {},
    set_window: () => 0,
  };
}
