//! Texts of Four in a Row in Hebrew and Persian.

/// Hebrew.
pub(super) const HEBREW: &[(&str, &str)] = &[
    ("title", "ארבע בשורה"),
    ("about", "מפילים דיסקיות. הראשון שמסדר ארבע בקו מנצח."),
    ("goal", "סדרו ארבע דיסקיות שלכם בקו: לרוחב, לאורך או באלכסון."),
    ("rule-1", "השחקנים משחקים לפי תור. הדיסקית נופלת למשבצת הפנויה הנמוכה ביותר בטור."),
    ("rule-2", "לוח מלא ללא קו הוא תיקו."),
    ("four-in-a-row-player-one", "שחקן ראשון"),
    ("four-in-a-row-player-two", "שחקן שני"),
    ("four-in-a-row-column", "טור {column}"),
    ("four-in-a-row-choose", "בחרו טור"),
    ("engine-solver", "פותר"),
    ("engine-solver-about", "משחק מושלם: מוכיח את הניצחון הקצר ביותר או את ההפסד הארוך ביותר"),
    ("engine-solver-table-mib", "זיכרון (MiB)"),
    ("engine-solver-table-mib-about", "הזיכרון המרבי לחיפוש ב-MiB, מוקצה לפי הצורך"),
    ("engine-solver-threads", "תהליכונים"),
    ("engine-solver-threads-about", "מספר תהליכוני החיפוש"),
    ("engine-solver-no-book", "ללא ספר פתיחות"),
    ("engine-solver-no-book-about", "חיפוש גם בפתיחה, ללא ספר הפתיחות"),
    ("lesson-1", "נותרו שלושה טורים"),
    ("lesson-2", "שני המהלכים הראשונים"),
];

/// Persian.
pub(super) const PERSIAN: &[(&str, &str)] = &[
    ("title", "چهار در یک ردیف"),
    ("about", "مهره‌ها را بیندازید. اولین کسی که چهار مهره را در یک خط بچیند برنده است."),
    ("goal", "چهار مهرهٔ خود را در یک خط بچینید: افقی، عمودی یا مورب."),
    ("rule-1", "بازیکنان به نوبت بازی می‌کنند. مهره در پایین‌ترین خانهٔ خالی ستون می‌افتد."),
    ("rule-2", "صفحهٔ پر بدون خط، مساوی است."),
    ("four-in-a-row-player-one", "بازیکن اول"),
    ("four-in-a-row-player-two", "بازیکن دوم"),
    ("four-in-a-row-column", "ستون {column}"),
    ("four-in-a-row-choose", "یک ستون انتخاب کنید"),
    ("engine-solver", "حل‌کننده"),
    ("engine-solver-about", "بازی بی‌نقص: کوتاه‌ترین برد یا طولانی‌ترین باخت را ثابت می‌کند"),
    ("engine-solver-table-mib", "حافظه (MiB)"),
    ("engine-solver-table-mib-about", "بیشترین حافظه برای جست‌وجو به MiB، که به‌تدریج گرفته می‌شود"),
    ("engine-solver-threads", "رشته‌ها"),
    ("engine-solver-threads-about", "تعداد رشته‌های جست‌وجو"),
    ("engine-solver-no-book", "بدون کتاب شروع"),
    ("engine-solver-no-book-about", "شروع بازی را هم بدون کتاب شروع جست‌وجو می‌کند"),
    ("lesson-1", "سه ستون مانده"),
    ("lesson-2", "دو حرکت نخست"),
];
