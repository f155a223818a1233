//! Texts of Reversi in Hebrew and Persian.

/// Hebrew.
pub(super) const HEBREW: &[(&str, &str)] = &[
    ("title", "רברסי"),
    ("about", "כלאו דיסקיות כדי להפוך אותן. מי שיש לו יותר מנצח."),
    ("goal", "שיהיו לכם יותר דיסקיות כשאף צד אינו יכול לשחק."),
    ("rule-1", "הניחו דיסקית כך שתכלא שורה של דיסקיות היריב. כולן מתהפכות."),
    ("rule-2", "מהלך חייב להפוך לפחות דיסקית אחת. אם אין מהלך כזה, מוותרים על התור."),
    ("option-size", "גודל"),
    ("option-size-about", "מספר השורות והטורים בלוח"),
    ("reversi-black", "שחור"),
    ("reversi-white", "לבן"),
    ("reversi-pass", "ויתור על התור"),
    ("reversi-enclose", "כלאו לפחות דיסקית אחת"),
    ("reversi-must-pass", "אין מהלך חוקי, חייבים לוותר על התור"),
    ("engine-perfect-threads", "תהליכונים"),
    ("engine-perfect-threads-about", "מספר תהליכוני החיפוש; באחד, הגבלת צמתים נותנת תמיד אותה תוצאה"),
    ("engine-strong", "חזק"),
    ("engine-strong-about", "הערכת תבניות וחיפוש סלקטיבי; מדויק לקראת הסוף"),
    ("engine-strong-table-mib", "זיכרון (MiB)"),
    ("engine-strong-table-mib-about", "הזיכרון המרבי לחיפוש ב-MiB, מוקצה לפי הצורך"),
    ("engine-strong-threads", "תהליכונים"),
    ("engine-strong-threads-about", "מספר תהליכוני החיפוש; באחד, הגבלת צמתים נותנת תמיד אותה תוצאה"),
];

/// Persian.
pub(super) const PERSIAN: &[(&str, &str)] = &[
    ("title", "ریورسی"),
    ("about", "مهره‌ها را محاصره کنید تا برگردند. هر که مهرهٔ بیشتری دارد برنده است."),
    ("goal", "وقتی هیچ طرفی نمی‌تواند حرکت کند، مهرهٔ بیشتری داشته باشید."),
    ("rule-1", "مهره‌ای بگذارید که خطی از مهره‌های حریف را محاصره کند. همهٔ آن‌ها برمی‌گردند."),
    ("rule-2", "هر حرکت باید دست‌کم یک مهره را برگرداند. اگر چنین حرکتی ندارید، نوبت را رد می‌کنید."),
    ("option-size", "اندازه"),
    ("option-size-about", "تعداد ردیف‌ها و ستون‌های صفحه"),
    ("reversi-black", "سیاه"),
    ("reversi-white", "سفید"),
    ("reversi-pass", "رد کردن نوبت"),
    ("reversi-enclose", "دست‌کم یک مهره را محاصره کنید"),
    ("reversi-must-pass", "حرکت مجازی نیست، باید نوبت را رد کنید"),
    ("engine-perfect-threads", "رشته‌ها"),
    ("engine-perfect-threads-about", "تعداد رشته‌های جست‌وجو؛ با یک رشته، محدودیت گره همیشه یک نتیجه می‌دهد"),
    ("engine-strong", "قوی"),
    ("engine-strong-about", "ارزیابی الگوها و جست‌وجوی گزینشی؛ نزدیک پایان دقیق است"),
    ("engine-strong-table-mib", "حافظه (MiB)"),
    ("engine-strong-table-mib-about", "بیشترین حافظه برای جست‌وجو به MiB، که به‌تدریج گرفته می‌شود"),
    ("engine-strong-threads", "رشته‌ها"),
    ("engine-strong-threads-about", "تعداد رشته‌های جست‌وجو؛ با یک رشته، محدودیت گره همیشه یک نتیجه می‌دهد"),
];
