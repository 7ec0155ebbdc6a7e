//! The colours and fonts of the picture. Where a viewer has a dark background, the second half applies.

/// The style sheet. It has no variables, because many programs that draw SVG know none.
pub(crate) const STYLE: &str = "
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2328}
.prose{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif}
.title{font-size:18px;font-weight:600}
.name{font-weight:600}
.faint{fill:#59636e}
.back{fill:#ffffff}
.card{fill:#f6f8fa;stroke:#d1d9e0}
.strategy{fill:#e6eaef}
.line{stroke:#b4bdc8;stroke-width:1.5;fill:none}
.init{fill:#1a7f37}
.transition{fill:#9a5700}
.readonly,.property{fill:#0b62c4}
.look{fill:#ffffff;stroke:#0b62c4}
.put{fill:#d4f4dc;stroke:#1a7f37}
.take{fill:#ffdfdb;stroke:#c1272d}
.change{fill:#fff0c4;stroke:#9a6700}
.store{stroke-dasharray:4 2}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.faint{fill:#9aa5b1}
.back{fill:#0d1117}
.card{fill:#161b22;stroke:#3d444d}
.strategy{fill:#2a313c}
.line{stroke:#4a535e}
.init{fill:#56d364}
.transition{fill:#e3b341}
.readonly,.property{fill:#79b8ff}
.look{fill:#0d1117;stroke:#79b8ff}
.put{fill:#12361f;stroke:#3fb950}
.take{fill:#4a1a1c;stroke:#f47067}
.change{fill:#3f2f0a;stroke:#d29922}
}
";
